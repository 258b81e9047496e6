extension AuditScene {
    /// A balance with a credit, a debit, a transfer and a refund; a checkout that a card and that
    /// balance paid, that topped up a third balance and was partly refunded and disputed three
    /// times; and a checkout whose payment is in progress.
    ///
    /// Objects: balances 1, 2, 4; checkouts 11, 12; attempts 21, 22, 23; holds 31 to 33; captures
    /// 41, 42; refunds 43, 44; disputes 45 to 47; other transfers 51 to 53; events 58, 59.
    static let soundWorld = """
        INSERT INTO balances (merchant_id, balance_id, kind, currency, amount, held, created_at,
            changed_at)
        VALUES ($m, #1, 'store_credit', 'USD', 3000, 400, now(), now()),
            ($m, #2, 'prepaid', 'USD', 700, 0, now(), now()),
            ($m, #4, 'prepaid', 'USD', 0, 0, now(), now());
        INSERT INTO checkouts (merchant_id, checkout_id, state, version, currency, total,
            total_pending, settings_version, request, derivation_key, authorized, captured,
            refunded, disputed, created_at, expires_at, changed_at)
        VALUES ($m, #11, 'captured', 3, 'USD', 2000, false, 1, '{}', 1, 3000, 3000, 700, 500,
                now(), now() + interval '1 day', now()),
            ($m, #12, 'open', 1, 'USD', 900, false, 1, '{}', 1, 0, 0, 0, 0,
                now(), now() + interval '1 day', now());
        INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state, processor, amount,
            currency, version, fingerprint, approved, captured, refunded, disputed, started_at,
            leased_until, ended_at)
        VALUES ($m, #21, #11, 1, 'authorized', 'sandbox', 2000, 'USD', 3, '', 2000, 2000, 500, 500,
                now(), now(), now()),
            ($m, #22, #12, 1, 'declined', 'sandbox', 900, 'USD', 1, '', 0, 0, 0, 0, now(), now(),
                now()),
            ($m, #23, #12, 2, 'started', 'sandbox', 900, 'USD', 1, '', 0, 0, 0, 0, now(), now(),
                NULL);
        INSERT INTO holds (merchant_id, hold_id, balance_id, currency, state, amount, captured,
            refunded, checkout_id, position, expires_at, created_at, ended_at)
        VALUES ($m, #31, #1, 'USD', 'captured', 1000, 1000, 200, #11, 1, NULL, now(), now()),
            ($m, #32, #1, 'USD', 'active', 300, 0, 0, NULL, NULL, now() + interval '1 day', now(),
                NULL),
            ($m, #33, #1, 'USD', 'active', 100, 0, 0, #12, 1, now() + interval '1 day', now(),
                NULL);
        INSERT INTO captures (merchant_id, capture_id, checkout_id, number, state, amount, currency,
            card, attempt_id, hold_ids, hold_amounts, credit_ids, credit_amounts, is_last,
            started_at, leased_until, ended_at)
        VALUES ($m, #41, #11, 1, 'succeeded', 3000, 'USD', 2000, #21, ARRAY[#31],
                ARRAY[1000], ARRAY[#4], ARRAY[70], true, now(), now(), now()),
            ($m, #42, #11, 2, 'failed', 10, 'USD', 10, #21, '{}', '{}', '{}', '{}', false, now(),
                now(), now());
        INSERT INTO refunds (merchant_id, refund_id, checkout_id, number, state, amount, currency,
            card, attempt_id, hold_ids, hold_amounts, debit_ids, debit_amounts, started_at,
            leased_until, ended_at)
        VALUES ($m, #43, #11, 1, 'succeeded', 700, 'USD', 500, #21, ARRAY[#31], ARRAY[200],
                ARRAY[#4], ARRAY[20], now(), now(), now()),
            ($m, #44, #11, 2, 'failed', 10, 'USD', 10, #21, '{}', '{}', ARRAY[#4], ARRAY[5],
                now(), now(), now());
        INSERT INTO disputes (merchant_id, dispute_id, checkout_id, attempt_id, number, reference,
            state, amount, taken, currency, opened_at, ended_at)
        VALUES ($m, #45, #11, #21, 1, 'one', 'opened', 400, 400, 'USD', now(), NULL),
            ($m, #46, #11, #21, 2, 'two', 'won', 300, 300, 'USD', now(), now()),
            ($m, #47, #11, #21, 3, 'three', 'lost', 100, 100, 'USD', now(), now());
        INSERT INTO transfers (merchant_id, transfer_id, kind, part, from_system, from_balance,
            to_system, to_balance, amount, currency, from_after, to_after, at)
        VALUES ($m, #51, 'credit', 0, 'issuance', NULL, NULL, #1, 5000, 'USD', NULL, 5000, now()),
            ($m, #52, 'debit', 0, NULL, #1, 'withdrawal', NULL, 500, 'USD', 4500, NULL, now()),
            ($m, #53, 'transfer', 0, NULL, #1, NULL, #2, 700, 'USD', 3800, 700, now()),
            ($m, #41, 'capture', 0, 'processor', NULL, 'revenue', NULL, 1930, 'USD', NULL, NULL,
                now()),
            ($m, #41, 'capture', 2, 'processor', NULL, NULL, #4, 70, 'USD', NULL, 70, now()),
            ($m, #43, 'debit', 0, NULL, #4, 'revenue', NULL, 20, 'USD', 50, NULL, now()),
            ($m, #44, 'debit', 0, NULL, #4, 'revenue', NULL, 5, 'USD', 45, NULL, now()),
            ($m, #44, 'credit', 0, 'revenue', NULL, NULL, #4, 5, 'USD', NULL, 50, now()),
            ($m, #47, 'dispute_lost', 1, NULL, #4, 'revenue', NULL, 50, 'USD', 0, NULL, now()),
            ($m, #41, 'capture', 1, NULL, #1, 'revenue', NULL, 1000, 'USD', 2800, NULL, now()),
            ($m, #43, 'refund', 0, 'revenue', NULL, 'processor', NULL, 500, 'USD', NULL, NULL,
                now()),
            ($m, #43, 'refund', 1, 'revenue', NULL, NULL, #1, 200, 'USD', NULL, 3000, now()),
            ($m, #45, 'dispute_opened', 0, 'disputed', NULL, 'processor', NULL, 400, 'USD', NULL,
                NULL, now()),
            ($m, #46, 'dispute_opened', 0, 'disputed', NULL, 'processor', NULL, 300, 'USD', NULL,
                NULL, now()),
            ($m, #46, 'dispute_won', 0, 'processor', NULL, 'disputed', NULL, 300, 'USD', NULL,
                NULL, now()),
            ($m, #47, 'dispute_opened', 0, 'disputed', NULL, 'processor', NULL, 100, 'USD', NULL,
                NULL, now()),
            ($m, #47, 'dispute_lost', 0, 'revenue', NULL, 'disputed', NULL, 100, 'USD', NULL,
                NULL, now());
        INSERT INTO events (merchant_id, event_id, type, object, sequence, data, created_at)
        VALUES ($m, #58, 'checkout.captured', 'chk_x', 1, '{}', now()),
            ($m, #59, 'refund.succeeded', 'chk_x', 2, '{}', now())
        """
}
