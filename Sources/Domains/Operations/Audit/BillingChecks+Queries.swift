import Postgres
import Subscriptions

// Rules for subscriptions: each period is billed once, and the invoice's checkout has paid it.

extension Audit {
    static let billingChecks = [
        AuditCheck(
            "each_period_is_billed_once",
            "A subscription has exactly one invoice for each period up to the current one."
        ) { scope in
            // All merchants: the rule holds for every merchant's subscriptions.
            """
            SELECT s.merchant_id, 'subscription', s.subscription_id, NULL,
                coalesce(i.count, 0) || ' periods from ' || coalesce(i.first, 0) || ' to '
                    || coalesce(i.last, 0),
                s.period + 1 || ' from 0 to ' || s.period
            FROM subscriptions s LEFT JOIN LATERAL (
                SELECT count(*) AS count, min(i.period) AS first, max(i.period) AS last
                FROM invoices i WHERE i.merchant_id = s.merchant_id
                    AND i.subscription_id = s.subscription_id AND i.period IS NOT NULL) i ON true
            WHERE (i.count, i.first, i.last) IS DISTINCT FROM (s.period + 1, 0, s.period)
                AND \(scope.owns("s"))
            """
        },
        AuditCheck(
            "paid_invoice_is_its_checkout",
            "The paid amount of an invoice equals its checkout's authorized amount and currency."
        ) { scope in
            // All merchants: the audit checks all of the books.
            """
            SELECT i.merchant_id, 'invoice', i.invoice_id, NULL, i.currency || ' ' || i.amount,
                coalesce(c.currency || ' ' || c.authorized, 'a checkout that has paid it')
            FROM invoices i LEFT JOIN checkouts c ON c.merchant_id = i.merchant_id
                AND c.checkout_id = i.checkout_id
            WHERE i.state = 'paid' AND i.amount > 0
                AND (c.authorized, c.currency) IS DISTINCT FROM (i.amount, i.currency)
                AND \(scope.owns("i"))
            """
        },
        AuditCheck(
            "active_subscription_has_a_next_date",
            "An active or trialing subscription has a next billing date or an open invoice."
        ) { scope in
            // All merchants: the rule holds for every merchant's subscriptions.
            """
            SELECT s.merchant_id, 'subscription', s.subscription_id, NULL, s.state || ' without a date',
                'a date, or an open invoice'
            FROM subscriptions s
            WHERE s.state IN ('trialing', 'active') AND s.due_at IS NULL
                AND NOT EXISTS (SELECT FROM invoices i WHERE i.merchant_id = s.merchant_id
                    AND i.subscription_id = s.subscription_id AND i.state = 'open'
                    AND i.due_at IS NOT NULL)
                AND \(scope.owns("s"))
            """
        },
    ]
}
