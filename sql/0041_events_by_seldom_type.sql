-- Why: a list of the events of a rare type read all events of its merchant. The types that payments
-- and renewals write stay out of the index: it would cost each payment, and a list of them soon
-- fills its page. Such a list reads a limited number of events for a page.
CREATE INDEX events_by_seldom_type ON events (merchant_id, type, written_by, event_id)
    WHERE type NOT IN ('checkout.authorized', 'checkout.captured', 'checkout.declined',
        'refund.succeeded', 'balance.credited', 'balance.debited', 'balance.held',
        'balance.released', 'balance.captured', 'invoice.upcoming', 'invoice.paid');
-- Earlier text: sha256 401db7c23c5b0cc8890784cdafc4e05d73f3807a993aa6e57c063417e837f084
