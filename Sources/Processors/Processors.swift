// Processors
