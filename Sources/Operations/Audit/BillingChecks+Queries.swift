import Postgres
import Subscriptions

// What subscriptions owe: each period once, and paid by what its checkout took.

extension Audit {
    static let billingChecks = [
        AuditCheck(
            "each_period_is_billed_once",
            "A subscription has one invoice for each period until the one that runs, and no other."
        ) { scope in
            // All merchants: whoever's subscription it is.
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
            "What is paid of an invoice is what its checkout was authorised for, in its currency."
        ) { scope in
            // All merchants: the whole of the books is proven.
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
            "running_subscription_goes_on",
            "A subscription that runs has a date on which it goes on, or an invoice that is owed first."
        ) { scope in
            // All merchants: whoever's subscription it is.
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
