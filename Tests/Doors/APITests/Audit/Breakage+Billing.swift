extension Breakage {
    /// A subscription whose first period was paid with checkout 11.
    private static let subscribed = """
        INSERT INTO plans (merchant_id, plan_id, created_at) VALUES ($m, #61, now());
        INSERT INTO plan_versions (merchant_id, plan_id, version, terms, created_at)
        VALUES ($m, #61, 1, '{}', now());
        INSERT INTO kept_cards (merchant_id, card_id, checkout_id, processor, reference, created_at)
        VALUES ($m, #21, #11, 'sandbox', 'card', now());
        INSERT INTO subscriptions (merchant_id, subscription_id, checkout_id, plan_id, plan_version,
            card_id, state, currency, country, anchor, period, period_start, period_end, due_at,
            created_at, changed_at)
        VALUES ($m, #62, #11, #61, 1, #21, 'active', 'USD', 'US', now(), 0, now(),
            now() + interval '7 days', now() + interval '7 days', now(), now());
        INSERT INTO invoices (merchant_id, invoice_id, subscription_id, period, period_start,
            period_end, state, currency, amount, checkout_id, created_at, ended_at)
        VALUES ($m, #63, #62, 0, now(), now() + interval '7 days', 'paid', 'USD', 3000, #11, now(),
            now());

        """

    static let billing = [
        Breakage(
            "a period without an invoice",
            subscribed + "UPDATE subscriptions SET period = 2",
            Line(
                "each_period_is_billed_once", "sub", 0x62, is: "1 periods from 0 to 0",
                "3 from 0 to 2")),
        Breakage(
            "an invoice for a period that has not started",
            subscribed + """
                INSERT INTO invoices (merchant_id, invoice_id, subscription_id, period,
                    period_start, period_end, state, currency, created_at, ended_at)
                VALUES ($m, #64, #62, 1, now(), now(), 'skipped', 'USD', now(), now())
                """,
            Line(
                "each_period_is_billed_once", "sub", 0x62, is: "2 periods from 0 to 1",
                "1 from 0 to 0")),
        Breakage(
            "a paid invoice whose checkout paid less",
            subscribed + "UPDATE invoices SET amount = 3001",
            Line("paid_invoice_is_its_checkout", "inv", 0x63, is: "USD 3001", "USD 3000")),
        Breakage(
            "a paid invoice without a checkout",
            subscribed + "UPDATE invoices SET checkout_id = NULL",
            Line(
                "paid_invoice_is_its_checkout", "inv", 0x63, is: "USD 3000",
                "a checkout that has paid it")),
        Breakage(
            "an active subscription without a next date",
            subscribed + "UPDATE subscriptions SET due_at = NULL",
            Line(
                "active_subscription_has_a_next_date", "sub", 0x62, is: "active without a date",
                "a date, or an open invoice")),
    ]
}
