-- Why: a list of the events of a type that is seldom written read all events of its merchant. The types
-- that payments and renewals write stay out of the index: it would cost each payment, and a list of them
-- fills its page soon. Such a list looks at a limited number of events for a page.
CREATE INDEX events_by_seldom_type ON events (merchant_id, type, written_by, event_id)
    WHERE type NOT IN ('checkout.authorized', 'checkout.captured', 'checkout.declined',
        'refund.succeeded', 'balance.credited', 'balance.debited', 'balance.held',
        'balance.released', 'balance.captured', 'invoice.upcoming', 'invoice.paid');
