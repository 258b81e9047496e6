import Balances
import Checkouts
import Customers
import Merchants
import Payments
import Postgres
import Vocabulary

extension Subscription {
    private static let columns: Query = """
        s.merchant_id, s.subscription_id, s.checkout_id, s.customer_id, s.plan_id, s.plan_version,
        v.terms, s.clock_id, s.state, s.country, s.anchor, s.anchor_period, s.anchor_day,
        s.origin, s.lead, s.period,
        s.period_start, s.period_end, s.kind, s.announced, s.version, s.ends_with_period, s.paused_at,
        s.resumes_at, s.reason, s.next_plan_id, s.next_plan_version, s.balance_id, s.due_at,
        s.events, s.reference, s.created_at, s.changed_at, s.ended_at, \(SavedCard.columns)
        """

    private static let joined: Query = """
        subscriptions s
        JOIN plan_versions v ON v.merchant_id = s.merchant_id AND v.plan_id = s.plan_id
            AND v.version = s.plan_version
        JOIN kept_cards k ON k.merchant_id = s.merchant_id AND k.card_id = s.card_id
        """

    static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM \(joined)
        WHERE s.merchant_id = \(id.merchant) AND s.subscription_id = \(id.uuid)
        """
    }

    /// Locks the row before it is read, so that after a wait for the lock the current plan and card
    /// are read.
    static func lockRow(_ id: ID) -> Query {
        """
        SELECT FROM subscriptions WHERE merchant_id = \(id.merchant)
            AND subscription_id = \(id.uuid) FOR UPDATE
        """
    }

    static func find(_ ids: Set<ID>) -> Query {
        // All merchants: each subscription is selected by its merchant and identifier.
        """
        SELECT \(columns) FROM \(joined)
        JOIN \(given(Array(ids))) ON s.merchant_id = g.merchant
            AND s.subscription_id = g.subscription
        """
    }

    private static func given(_ ids: [ID]) -> Query {
        """
        unnest(\(ids.map(\.merchant.value)),
            \(Bind.uuids(ids.map { ($0.uuid.high, $0.uuid.low) }))) AS g (merchant, subscription)
        """
    }

    /// Locks several subscriptions in the order of their identifiers.
    static func lockRow(_ ids: Set<ID>) -> Query {
        // All merchants: each subscription is selected by its merchant and identifier.
        """
        SELECT FROM subscriptions s
        JOIN \(given(Array(ids))) ON s.merchant_id = g.merchant
            AND s.subscription_id = g.subscription
        ORDER BY s.merchant_id, s.subscription_id FOR UPDATE OF s
        """
    }

    /// Deletes the references with which a customer's cards were charged; the rows stay for
    /// bookkeeping.
    static func deleteCardReferences(of customer: Customer.ID) -> Query {
        """
        UPDATE kept_cards k SET reference = '', network_transaction = NULL, merchant_token = NULL
        WHERE k.merchant_id = \(customer.merchant) AND k.checkout_id IN (
            SELECT c.checkout_id FROM checkouts c
            WHERE c.merchant_id = \(customer.merchant) AND c.customer_id = \(customer.uuid)
            UNION ALL
            SELECT i.checkout_id FROM subscriptions s
            JOIN invoices i ON i.merchant_id = s.merchant_id
                AND i.subscription_id = s.subscription_id
            WHERE s.merchant_id = \(customer.merchant) AND s.customer_id = \(customer.uuid)
            UNION ALL
            SELECT e.checkout_id FROM subscriptions s
            JOIN enrolments e ON e.merchant_id = s.merchant_id
                AND e.subscription_id = s.subscription_id
            WHERE s.merchant_id = \(customer.merchant) AND s.customer_id = \(customer.uuid))
        RETURNING k.card_id
        """
    }

    /// Subscriptions of a customer that are not over or have unfinished invoices.
    ///
    /// Lock order: by identifier.
    static func unfinished(of customer: Customer.ID) -> Query {
        """
        SELECT s.subscription_id FROM subscriptions s
        WHERE s.merchant_id = \(customer.merchant) AND s.customer_id = \(customer.uuid)
            AND (s.ended_at IS NULL OR EXISTS (SELECT FROM invoices i
                WHERE i.merchant_id = s.merchant_id AND i.subscription_id = s.subscription_id
                    AND i.ended_at IS NULL))
        ORDER BY s.subscription_id
        """
    }

    /// The subscription with an invoice that names this checkout.
    static func paid(by checkout: CheckoutSession.ID) -> Query {
        """
        SELECT i.subscription_id FROM invoices i
        WHERE i.merchant_id = \(checkout.merchant) AND i.checkout_id = \(checkout.uuid)
        """
    }

    static func find(by checkout: CheckoutSession.ID) -> Query {
        """
        SELECT \(columns) FROM \(joined)
        WHERE s.merchant_id = \(checkout.merchant) AND s.checkout_id = \(checkout.uuid)
        """
    }

    /// Locks due subscriptions, the longest due first. Workers skip each other's locked rows.
    static func lockDue(_ scope: BillingScope, at now: Instant, limit: Int) -> Query {
        // All merchants: workers bill the subscriptions of every merchant; a clock belongs to one
        // merchant.
        """
        SELECT \(columns) FROM \(joined)
        WHERE s.due_at <= \(now) AND \(scope.condition("s"))
        ORDER BY s.due_at, s.subscription_id LIMIT \(Int64(limit)) FOR UPDATE OF s SKIP LOCKED
        """
    }

    var insert: Query { Subscription.stored.insert([self]) }

    var store: Query { Subscription.stored.update([self]) }

    static let stored = TableColumns<Subscription>(
        of: "subscriptions",
        [
            .key("merchant_id") { $0.id.merchant }, .key("subscription_id") { $0.id.uuid },
            TableColumn("checkout_id") { $0.checkout.uuid },
            TableColumn("customer_id") { $0.customer?.uuid },
            TableColumn("plan_id") { $0.plan.uuid },
            TableColumn("plan_version") { $0.planVersion },
            TableColumn("card_id") { $0.card.id.uuid }, TableColumn("clock_id") { $0.clock?.uuid },
            TableColumn("state") { $0.state.rawValue },
            TableColumn("currency") { $0.terms.currency.code },
            TableColumn("country") { $0.country.code }, TableColumn("anchor") { $0.anchor },
            TableColumn("anchor_period") { $0.anchorPeriod },
            TableColumn("anchor_day") { $0.anchorDay }, TableColumn("origin") { $0.origin },
            TableColumn("lead") { $0.leadingPhasesJSON.map(RawJSON.init) },
            TableColumn("period") { $0.period }, TableColumn("period_start") { $0.periodStart },
            TableColumn("period_end") { $0.periodEnd }, TableColumn("kind") { $0.kind.rawValue },
            TableColumn("announced") { $0.announcedPeriod }, TableColumn("version") { $0.version },
            TableColumn("ends_with_period") { $0.endsWithPeriod },
            TableColumn("paused_at") { $0.pausedAt }, TableColumn("resumes_at") { $0.resumesAt },
            TableColumn("reason") { $0.reason?.rawValue },
            TableColumn("next_plan_id") { $0.next?.plan.uuid },
            TableColumn("next_plan_version") { $0.next?.version },
            TableColumn("balance_id") { $0.balance?.uuid }, TableColumn("due_at") { $0.dueAt },
            TableColumn("events") { $0.events }, TableColumn("reference") { $0.reference },
            TableColumn("created_at") { $0.createdAt }, TableColumn("changed_at") { $0.changedAt },
            TableColumn("ended_at") { $0.endedAt },
        ])

    package init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let terms = try PlanTerms(stored: try row.get("terms"))
        let state: String = try row.get("state")
        let country: String = try row.get("country")
        let kind: String = try row.get("kind")
        guard let state = State(rawValue: state), let country = Country(country),
            let kind = Phase.Kind(rawValue: kind)
        else { throw StoredValueError(column: "state") }
        let number = { (column: StaticString) in Int(try row.get(column, as: Int64.self)) }
        let identifier = { (column: StaticString) in try row.get(column, as: UUID128?.self) }
        let nextVersion: Int64? = try row.get("next_plan_version")
        self.init(
            id: ID(merchant: merchant, uuid: try row.get("subscription_id")),
            checkout: CheckoutSession.ID(merchant: merchant, uuid: try row.get("checkout_id")),
            customer: try identifier("customer_id").map { .init(merchant: merchant, uuid: $0) },
            plan: Plan.ID(merchant: merchant, uuid: try row.get("plan_id")),
            planVersion: try number("plan_version"), terms: terms, card: try SavedCard(row: row),
            clock: try identifier("clock_id").map { .init(merchant: merchant, uuid: $0) },
            state: state, country: country, anchor: try row.get("anchor"),
            anchorPeriod: try number("anchor_period"),
            anchorDay: try row.get("anchor_day", as: Int64?.self).map(Int.init),
            origin: try number("origin"),
            leadingPhases: try row.get("lead", as: [UInt8]?.self).map {
                try PlanTerms.leadingPhases(stored: $0, currency: terms.currency)
            },
            period: try number("period"), periodStart: try row.get("period_start"),
            periodEnd: try row.get("period_end"), kind: kind,
            announcedPeriod: try number("announced"),
            version: try number("version"), endsWithPeriod: try row.get("ends_with_period"),
            pausedAt: try row.get("paused_at"), resumesAt: try row.get("resumes_at"),
            reason: try row.get("reason", as: String?.self).flatMap(Reason.init(rawValue:)),
            next: try identifier("next_plan_id").map {
                Next(plan: .init(merchant: merchant, uuid: $0), version: Int(nextVersion ?? 0))
            },
            balance: try identifier("balance_id").map { .init(merchant: merchant, uuid: $0) },
            dueAt: try row.get("due_at"), events: try number("events"),
            reference: try row.get("reference"), createdAt: try row.get("created_at"),
            changedAt: try row.get("changed_at"), endedAt: try row.get("ended_at"))
    }
}

extension Subscription: PlainListable {
    /// The subscriptions of a merchant, newest first.
    package static func page(_ list: ListPage<Subscription>) -> Query {
        let filter = list.filter
        return """
            SELECT \(columns) FROM \(scan(list)?.rows ?? "subscriptions") s
            JOIN plan_versions v ON v.merchant_id = s.merchant_id AND v.plan_id = s.plan_id
                AND v.version = s.plan_version
            JOIN kept_cards k ON k.merchant_id = s.merchant_id AND k.card_id = s.card_id
            WHERE s.merchant_id = \(list.parent) AND s.subscription_id < \(list.after?.uuid ?? .last)
                \(filter.state.map { "AND s.state = \($0.rawValue)" as Query } ?? "")
                \(filter.customer.map { "AND s.customer_id = \($0.uuid)" as Query } ?? "")
                \(filter.plan.map { "AND s.plan_id = \($0.uuid)" as Query } ?? "")
                \(filter.checkout.map { "AND s.checkout_id = \($0.uuid)" as Query } ?? "")
            ORDER BY s.subscription_id DESC LIMIT \(Int64(list.limit))
            """
    }

    package static func scan(_ list: ListPage<Subscription>) -> PageScan? {
        guard list.filter.state != nil || list.filter.plan != nil, list.filter.customer == nil,
            list.filter.checkout == nil
        else { return nil }
        return PageScan(
            "subscriptions", "subscription_id", order: "s.subscription_id DESC",
            where: """
                s.merchant_id = \(list.parent) AND s.subscription_id < \(list.after?.uuid ?? .last)
                """)
    }

    package static let mayScan = true

    /// The filter of a list of subscriptions.
    package struct Filter: Sendable {
        package var state: State?
        package var customer: Customer.ID?
        package var plan: Plan.ID?
        package var checkout: CheckoutSession.ID?

        package init() {}
    }
}

/// The billing that runs in real time for all merchants, or on one test clock.
package enum BillingScope: Sendable {
    case realTime
    case clock(TestClock.ID)

    /// The condition in the form that the partial indexes on due dates have.
    func condition(_ alias: Query) -> Query {
        switch self {
        case .realTime: "\(alias).clock_id IS NULL"
        case .clock(let clock):
            "\(alias).merchant_id = \(clock.merchant) AND \(alias).clock_id = \(clock.uuid)"
        }
    }
}
