import Checkout
import Merchants
import Postgres
import Vocabulary

extension Invoice {
    private static let columns: Query = """
        i.merchant_id, i.invoice_id, i.subscription_id, i.period, i.period_start, i.period_end,
        i.state, i.currency, i.amount, i.amount_max, i.checkout_id, i.beside, i.tries, i.declines, i.decline,
        i.failed_at, i.due_at, i.clock_id, i.events, i.created_at, i.ended_at
        """

    /// What was taken for the period that runs, without goods, of which a refund comes first; in its invoice and in those of changes since that began: one
    /// to another interval has moved the period's own beginning.
    static func payment(of subscription: Subscription) -> Query {
        """
        SELECT coalesce(sum(i.amount - i.beside), 0)::bigint AS taken,
            coalesce(sum(least(i.amount - i.beside, greatest(0,
                c.captured - c.refunded - c.refunding - c.disputed))), 0)::bigint AS kept
        FROM invoices i
        JOIN checkouts c ON c.merchant_id = i.merchant_id AND c.checkout_id = i.checkout_id
        WHERE i.merchant_id = \(subscription.id.merchant)
            AND i.subscription_id = \(subscription.id.uuid) AND i.state = 'paid'
            AND (i.period = \(Int64(subscription.period)) OR i.period IS NULL AND i.period_start >= (
                SELECT p.period_start FROM invoices p WHERE p.merchant_id = i.merchant_id
                    AND p.subscription_id = i.subscription_id
                    AND p.period = \(Int64(subscription.period))))
        """
    }

    var insert: Query {
        """
        INSERT INTO invoices (merchant_id, invoice_id, subscription_id, period, period_start,
            period_end, state, currency, amount, amount_max, checkout_id, beside, due_at, clock_id,
            events, created_at, ended_at)
        VALUES (\(id.merchant), \(id.uuid), \(subscription.uuid), \(period.map(Int64.init)),
            \(periodStart), \(periodEnd), \(state.rawValue), \(currency), \(amount?.minorUnits),
            \(amountMax?.minorUnits), \(checkout?.uuid), \(beside), \(dueAt), \(clock?.uuid),
            \(Int64(events)), \(createdAt), \(endedAt))
        """
    }

    var store: Query {
        """
        UPDATE invoices SET state = \(state.rawValue), amount = \(amount?.minorUnits),
            checkout_id = \(checkout?.uuid), tries = \(Int64(tries)),
            declines = \(Int64(declines)), decline = \(decline), failed_at = \(failedAt),
            due_at = \(dueAt), events = \(Int64(events)), ended_at = \(endedAt)
        WHERE merchant_id = \(id.merchant) AND invoice_id = \(id.uuid)
        """
    }

    static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM invoices i
        WHERE i.merchant_id = \(id.merchant) AND i.invoice_id = \(id.uuid)
        """
    }

    static func lock(_ id: ID) -> Query { "\(find(id)) FOR UPDATE" }

    static func find(by checkout: Sheet.ID) -> Query {
        """
        SELECT \(columns) FROM invoices i
        WHERE i.merchant_id = \(checkout.merchant) AND i.checkout_id = \(checkout.uuid)
        """
    }

    /// Of a subscription that is locked, what is not over; the oldest first.
    static func lockOpen(of subscription: Subscription.ID) -> Query {
        """
        SELECT \(columns) FROM invoices i
        WHERE i.merchant_id = \(subscription.merchant)
            AND i.subscription_id = \(subscription.uuid) AND i.state IN ('pending', 'open')
        ORDER BY i.created_at, i.invoice_id FOR UPDATE
        """
    }

    /// A page of a merchant's invoices, newest first.
    static func page(_ filter: Filter, of merchant: MerchantNumber) -> Query {
        """
        SELECT \(columns) FROM invoices i
        WHERE i.merchant_id = \(merchant) AND i.invoice_id < \(filter.before ?? .last)
            \(filter.state.map { "AND i.state = \($0.rawValue)" as Query } ?? "")
            \(filter.subscription.map { "AND i.subscription_id = \($0.uuid)" as Query } ?? "")
        ORDER BY i.invoice_id DESC LIMIT \(Int64(filter.limit))
        """
    }

    /// Which invoices a list asks for.
    package struct Filter: Sendable {
        package var state: State?
        package var subscription: Subscription.ID?
        package var before: UUID128?
        package var limit: Int

        package init(limit: Int) { self.limit = limit }
    }

    init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let state: String = try row.get("state")
        let currency: String = try row.get("currency")
        guard let state = State(rawValue: state), let currency = Currency(currency) else {
            throw StoredBillingError(column: "state")
        }
        let money = { (column: StaticString) in
            try row.get(column, as: Int64?.self).map { Money(minorUnits: $0, currency: currency) }
        }
        let number = { (column: StaticString) in Int(try row.get(column, as: Int64.self)) }
        self.init(
            id: ID(merchant: merchant, uuid: try row.get("invoice_id")),
            subscription: .init(merchant: merchant, uuid: try row.get("subscription_id")),
            period: try row.get("period", as: Int64?.self).map(Int.init),
            periodStart: try row.get("period_start"), periodEnd: try row.get("period_end"),
            state: state, currency: currency, amount: try money("amount"),
            amountMax: try money("amount_max"),
            checkout: try row.get("checkout_id", as: UUID128?.self).map {
                Sheet.ID(merchant: merchant, uuid: $0)
            },
            beside: try row.get("beside"), tries: try number("tries"),
            declines: try number("declines"), decline: try row.get("decline"),
            failedAt: try row.get("failed_at"), dueAt: try row.get("due_at"),
            clock: try row.get("clock_id", as: UUID128?.self).map {
                TestClock.ID(merchant: merchant, uuid: $0)
            },
            events: try number("events"), createdAt: try row.get("created_at"),
            endedAt: try row.get("ended_at"))
    }
}

extension Invoice {
    /// Takes those that are due for a while. Several workers pass over each other's.
    static func claim(
        _ scope: BillingScope, at now: Instant, leasedUntil: Instant, limit: Int
    ) -> Query {
        // All merchants: time passes for everybody; a clock is one merchant's.
        """
        WITH found AS MATERIALIZED (
            SELECT i.merchant_id, i.invoice_id FROM invoices i
            WHERE i.due_at <= \(now) AND i.state = 'open' AND \(scope.condition("i"))
            ORDER BY i.due_at, i.invoice_id LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED),
        claimed AS (
            UPDATE invoices i SET due_at = \(leasedUntil) FROM found f
            WHERE i.merchant_id = f.merchant_id AND i.invoice_id = f.invoice_id
            RETURNING i.*)
        SELECT \(columns) FROM claimed i
        """
    }

    /// Of a subscription that is locked: what a bank has said of a card that was replaced.
    static func forgetDeclines(of subscription: Subscription.ID) -> Query {
        """
        UPDATE invoices SET decline = NULL
        WHERE merchant_id = \(subscription.merchant)
            AND subscription_id = \(subscription.uuid) AND state = 'open'
        """
    }

    /// The same: what nobody looks at any more, to be ended.
    static func takeUp(of subscription: Subscription.ID, at now: Instant) -> Query {
        """
        UPDATE invoices SET due_at = \(now)
        WHERE merchant_id = \(subscription.merchant)
            AND subscription_id = \(subscription.uuid) AND state = 'open' AND due_at IS NULL
        """
    }

    /// Of a subscription that is locked: whatever is owed, to be tried without waiting for its day.
    static func tryNow(of subscription: Subscription.ID, at now: Instant) -> Query {
        """
        UPDATE invoices SET due_at = \(now)
        WHERE merchant_id = \(subscription.merchant)
            AND subscription_id = \(subscription.uuid) AND state = 'open'
            AND (due_at IS NULL OR due_at > \(now))
        """
    }

    /// Opens a checkout for it and names it, if none is named or the one that was is over. No row comes
    /// back when another was faster, or the merchant's settings have changed.
    func open(_ opened: OpenCheckout.Outcome) -> Query {
        """
        WITH named AS (
            UPDATE invoices SET checkout_id = \(opened.sheet.id.uuid)
            WHERE merchant_id = \(id.merchant) AND invoice_id = \(id.uuid) AND state = 'open'
                AND checkout_id IS NULL
                AND EXISTS (SELECT FROM merchants m WHERE m.merchant_id = \(id.merchant)
                    AND m.settings_version = \(opened.sheet.settingsVersion))
            RETURNING true)
        \(opened.insertion(where: "EXISTS (SELECT FROM named)"))
        """
    }

    /// Several, locked after their subscriptions.
    static func lock(_ ids: [ID]) -> Query {
        // All merchants: each is named with its own.
        """
        SELECT \(columns) FROM invoices i
        JOIN unnest(\(ids.map(\.merchant.value)),
            \(Bind.uuids(ids.map { ($0.uuid.high, $0.uuid.low) }))) AS g (merchant, invoice)
            ON i.merchant_id = g.merchant AND i.invoice_id = g.invoice
        ORDER BY i.merchant_id, i.invoice_id FOR UPDATE OF i
        """
    }
}
