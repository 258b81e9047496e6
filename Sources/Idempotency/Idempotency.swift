// Idempotency
