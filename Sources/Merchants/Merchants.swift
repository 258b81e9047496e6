// Merchants
