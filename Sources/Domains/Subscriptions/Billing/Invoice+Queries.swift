import Checkouts
import Merchants
import Postgres
import Vocabulary

extension Invoice {
    private static let columns: Query = """
        i.merchant_id, i.invoice_id, i.subscription_id, i.period, i.period_start, i.period_end,
        i.state, i.currency, i.amount, i.amount_max, i.checkout_id, i.beside, i.tries, i.declines, i.manual_retries, i.decline,
        i.failed_at, i.scheduled_at, i.due_at, i.clock_id, i.events, i.created_at, i.ended_at
        """

    var insert: Query { Invoice.stored.insert([self]) }

    var store: Query { Invoice.stored.update([self]) }

    static let stored = TableColumns<Invoice>(
        of: "invoices",
        [
            .key("merchant_id") { $0.id.merchant }, .key("invoice_id") { $0.id.uuid },
            TableColumn("subscription_id") { $0.subscription.uuid },
            TableColumn("period") { $0.period }, TableColumn("period_start") { $0.periodStart },
            TableColumn("period_end") { $0.periodEnd }, TableColumn("state") { $0.state.rawValue },
            TableColumn("currency") { $0.currency.code },
            TableColumn("amount") { $0.amount?.minorUnits },
            TableColumn("amount_max") { $0.amountMax?.minorUnits },
            TableColumn("checkout_id") { $0.checkout?.uuid },
            TableColumn("beside") { $0.goodsAmount }, TableColumn("tries") { $0.tries },
            TableColumn("declines") { $0.declines },
            TableColumn("manual_retries") { $0.manualRetries },
            TableColumn("decline") { $0.decline }, TableColumn("failed_at") { $0.failedAt },
            TableColumn("scheduled_at") { $0.scheduledAt }, TableColumn("due_at") { $0.dueAt },
            TableColumn("clock_id") { $0.clock?.uuid }, TableColumn("events") { $0.events },
            TableColumn("created_at") { $0.createdAt }, TableColumn("ended_at") { $0.endedAt },
        ])

    static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM invoices i
        WHERE i.merchant_id = \(id.merchant) AND i.invoice_id = \(id.uuid)
        """
    }

    static func lock(_ id: ID) -> Query { "\(find(id)) FOR UPDATE" }

    static func find(by checkout: CheckoutSession.ID) -> Query {
        """
        SELECT \(columns) FROM invoices i
        WHERE i.merchant_id = \(checkout.merchant) AND i.checkout_id = \(checkout.uuid)
        """
    }

    /// Locks the unfinished invoices of a locked subscription, oldest first.
    static func lockOpen(of subscription: Subscription.ID) -> Query {
        """
        SELECT \(columns) FROM invoices i
        WHERE i.merchant_id = \(subscription.merchant)
            AND i.subscription_id = \(subscription.uuid) AND i.state IN ('pending', 'open')
        ORDER BY i.created_at, i.invoice_id FOR UPDATE
        """
    }

    package init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let state: String = try row.get("state")
        let currency: String = try row.get("currency")
        guard let state = State(rawValue: state), let currency = Currency(currency) else {
            throw StoredValueError(column: "state")
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
                CheckoutSession.ID(merchant: merchant, uuid: $0)
            },
            goodsAmount: try row.get("beside"), tries: try number("tries"),
            declines: try number("declines"), manualRetries: try number("manual_retries"),
            decline: try row.get("decline"),
            failedAt: try row.get("failed_at"), scheduledAt: try row.get("scheduled_at"),
            dueAt: try row.get("due_at"),
            clock: try row.get("clock_id", as: UUID128?.self).map {
                TestClock.ID(merchant: merchant, uuid: $0)
            },
            events: try number("events"), createdAt: try row.get("created_at"),
            endedAt: try row.get("ended_at"))
    }
}

extension Invoice {
    /// Claims due invoices until the lease ends. Workers skip each other's locked rows.
    static func claim(
        _ scope: BillingScope, at now: Instant, leasedUntil: Instant, limit: Int
    ) -> Query {
        // All merchants: workers charge the invoices of every merchant; a clock belongs to one
        // merchant.
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

    /// Clears the declines of a replaced card from the invoices of a locked subscription.
    static func clearDeclines(of subscription: Subscription.ID) -> Query {
        """
        UPDATE invoices SET decline = NULL
        WHERE merchant_id = \(subscription.merchant)
            AND subscription_id = \(subscription.uuid) AND state = 'open'
        """
    }

    /// Makes due now the open invoices of a locked subscription that have no due date, so that a
    /// worker ends them.
    static func setMissingDueDates(of subscription: Subscription.ID, at now: Instant) -> Query {
        """
        UPDATE invoices SET due_at = \(now)
        WHERE merchant_id = \(subscription.merchant)
            AND subscription_id = \(subscription.uuid) AND state = 'open' AND due_at IS NULL
        """
    }

    /// Makes all open invoices of a locked subscription due now, without waiting for their dates.
    static func makeDueNow(of subscription: Subscription.ID, at now: Instant) -> Query {
        """
        UPDATE invoices SET due_at = \(now)
        WHERE merchant_id = \(subscription.merchant)
            AND subscription_id = \(subscription.uuid) AND state = 'open'
            AND (due_at IS NULL OR due_at > \(now))
        """
    }

    /// Opens a checkout for the invoice and stores it in the invoice's row, if none is stored
    /// there. Returns no row if another call was faster, or if the merchant's settings have
    /// changed.
    func open(_ opened: OpenCheckout.Outcome) -> Query {
        """
        WITH updated AS (
            UPDATE invoices SET checkout_id = \(opened.session.id.uuid)
            WHERE merchant_id = \(id.merchant) AND invoice_id = \(id.uuid) AND state = 'open'
                AND checkout_id IS NULL
                AND EXISTS (SELECT FROM merchants m WHERE m.merchant_id = \(id.merchant)
                    AND m.settings_version = \(opened.session.settingsVersion))
            RETURNING true)
        \(opened.insertion(where: "EXISTS (SELECT FROM updated)"))
        """
    }

    /// Locks several invoices. Lock order: their subscriptions before them.
    static func lock(_ ids: [ID]) -> Query {
        // All merchants: each invoice is selected by its merchant and identifier.
        """
        SELECT \(columns) FROM invoices i
        JOIN unnest(\(ids.map(\.merchant.value)),
            \(Bind.uuids(ids.map { ($0.uuid.high, $0.uuid.low) }))) AS g (merchant, invoice)
            ON i.merchant_id = g.merchant AND i.invoice_id = g.invoice
        ORDER BY i.merchant_id, i.invoice_id FOR UPDATE OF i
        """
    }
}

extension Invoice: PlainListable {
    /// The invoices of a merchant, newest first.
    package static func page(_ list: ListPage<Invoice>) -> Query {
        let filter = list.filter
        return """
            SELECT \(columns) FROM \(scan(list)?.rows ?? "invoices") i
            WHERE i.merchant_id = \(list.parent) AND i.invoice_id < \(list.after?.uuid ?? .last)
                \(filter.state.map { "AND i.state = \($0.rawValue)" as Query } ?? "")
                \(filter.subscription.map { "AND i.subscription_id = \($0.uuid)" as Query } ?? "")
            ORDER BY i.invoice_id DESC LIMIT \(Int64(list.limit))
            """
    }

    package static func scan(_ list: ListPage<Invoice>) -> PageScan? {
        guard list.filter.state != nil, list.filter.subscription == nil else { return nil }
        return PageScan(
            "invoices", "invoice_id", order: "s.invoice_id DESC",
            where: "s.merchant_id = \(list.parent) AND s.invoice_id < \(list.after?.uuid ?? .last)")
    }

    package static let mayScan = true

    /// The filter of a list of invoices.
    package struct Filter: Sendable {
        package var state: State?
        package var subscription: Subscription.ID?

        package init() {}
    }
}
