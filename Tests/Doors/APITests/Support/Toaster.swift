import Merchants
import Outbox
import Payments
import Postgres
import Processors
import Subscriptions
import TestSupport
import Vocabulary

@testable import API

/// A merchant that sells plans on a test clock of its own, with the worker that bills them.
struct Toaster: Sendable {
    let shop: Shop
    let clock: String

    static let start = "2026-01-05T10:00:00Z"

    static func open(
        at start: String = start, processor: ProcessorName? = nil
    ) async throws -> Toaster {
        let shop = try await Shop.open(
            processor: processor, settings: #"{"countryCode":"US"}"#)
        let reply = try await shop.ask("POST", "/v1/test-clocks", #"{"now":"\#(start)"}"#)
        guard reply.status == 201, let clock = reply.string("id") else {
            throw Unexpected(reply: reply)
        }
        return Toaster(shop: shop, clock: clock)
    }

    /// Creates a plan with these members in addition to its name, currency and URL.
    func plan(_ members: String = weekly) async throws -> String {
        let reply = try await shop.ask("POST", "/v1/plans", Toaster.terms(members))
        guard reply.status == 201, let plan = reply.string("id") else {
            throw Unexpected(reply: reply)
        }
        return plan
    }

    static func terms(_ members: String = weekly, currency: String = "USD") -> String {
        """
        {"name":"Avocado toast","currencyCode":"\(currency)",
         "managementURL":"https://shop.example/account",\(members)}
        """
    }

    static let weekly = #""phases":[{"kind":"regular","amount":"9.00","interval":{"unit":"week"}}]"#

    static let introduced = """
        "phases":[{"kind":"introductory","amount":"4.50","interval":{"unit":"week"},"cycles":2},
                  {"kind":"regular","amount":"9.00","interval":{"unit":"week"}}]
        """

    static let tried = """
        "phases":[{"kind":"trial","interval":{"unit":"day","count":14},"cycles":1},
                  {"kind":"regular","amount":"9.00","interval":{"unit":"month"}}]
        """

    static let variable = """
        "phases":[{"kind":"regular","type":"pending","interval":{"unit":"week"}}],
        "maximumAmount":"20.00"
        """

    static func monthly(_ amount: String) -> String {
        #""phases":[{"kind":"regular","amount":"\#(amount)","interval":{"unit":"month"}}]"#
    }

    /// A subscription to a monthly plan, in the middle of its first period.
    static func halfway(_ amount: String = "30.00") async throws -> (Toaster, String) {
        let toaster = try await Toaster.open(at: "2026-01-01T00:00:00Z")
        let subscription = try await toaster.subscribe(to: toaster.plan(monthly(amount)))
        try await toaster.advance(to: "2026-01-16T12:00:00Z")
        return (toaster, subscription)
    }

    func change(_ subscription: String, _ body: String) async throws -> Reply {
        try await shop.ask("POST", "/v1/subscriptions/\(subscription)/change", body)
    }

    /// Quotes a change to the plan and applies the quote.
    func apply(_ plan: String, to subscription: String) async throws -> Reply {
        let quote = try await change(subscription, #"{"plan":"\#(plan)"}"#)
        return try await change(subscription, #"{"quote":"\#(quote.string("quote") ?? "")"}"#)
    }

    /// The checkout of a change that needs consent.
    func opened(_ asked: Reply) -> OpenedCheckout {
        OpenedCheckout(
            shop: shop, id: asked.string("checkout") ?? "",
            secret: asked.string("clientSecret") ?? "", reply: asked)
    }

    /// Opens a checkout for the plan.
    func sheet(_ plan: String, _ members: String = "", isOnClock: Bool = true) async throws
        -> OpenedCheckout
    {
        let clock = isOnClock ? #","testClock":"\#(clock)""# : ""
        return try await shop.checkout(
            #""plan":"\#(plan)"\#(clock),"requiredShippingContactFields":["email","name"]\#(members)"#
        )
    }

    /// Pays a checkout for the plan and returns its subscription.
    ///
    /// - Parameter renewals: The outcomes of later charges, as the sandbox token names them.
    func subscribe(
        to plan: String, renewals: [String] = [], _ members: String = ""
    ) async throws -> String {
        let sheet = try await sheet(plan, members)
        let list = renewals.map { "\"\($0)\"" }.joined(separator: ",")
        let paid = try await sheet.pay(
            sandbox: renewals.isEmpty ? "" : "\"renewals\":[\(list)]", contact: Toaster.buyer)
        guard paid.number("status") == 0 else { throw Unexpected(reply: paid) }
        return try await subscription(of: sheet)
    }

    static let buyer =
        #"{"givenName":"Ada","familyName":"Toast","emailAddress":"ada@example.com"}"#

    func subscription(of sheet: OpenedCheckout) async throws -> String {
        let found = try await shop.ask("GET", "/v1/subscriptions?checkout=\(sheet.id)")
        guard let id = found.string("data.0.id") else { throw Unexpected(reply: found) }
        return id
    }

    func find(_ subscription: String) async throws -> Reply {
        try await shop.ask("GET", "/v1/subscriptions/\(subscription)")
    }

    /// Advances the clock and waits until it has arrived.
    func advance(to moment: String) async throws {
        let reply = try await shop.ask(
            "POST", "/v1/test-clocks/\(clock)/advance", #"{"to":"\#(moment)"}"#)
        guard reply.status == 202 else { throw Unexpected(reply: reply) }
        try await arrive()
    }

    /// Waits until the clock reaches its target.
    func arrive() async throws {
        let move = try await MoveClocks(
            Toaster.charge(), Toaster.later(), now: TestServer.now)
        // The lease may be held for any test: every worker moves all clocks.
        for _ in 0..<3_000 {
            _ = try await move()
            let shown = try await shop.ask("GET", "/v1/test-clocks/\(clock)")
            if shown.string("status") == "ready" { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Unexpected(reply: try await shop.ask("GET", "/v1/test-clocks/\(clock)"))
    }

    /// Runs the event handlers for all events so far, and charges the later payments that are due.
    static func work() async throws {
        try await dispatchEvents()
        _ = try await later()(.realTime, at: TestServer.now(), limit: 1_000)
    }

    static func dispatchEvents() async throws {
        let database = try await TestServer.shared.value.database
        let dispatchEvents = DispatchEvents(
            SubscriptionEventHandlers.all(moment: TestServer.moment))
        let written: String = try await database.run(
            "SELECT pg_current_xact_id()::text AS written")[0].get("written")
        for _ in 0..<3_000 {
            _ = try await database.transaction { try dispatchEvents(in: $0) }
            let reached = try await database.run(
                """
                SELECT true FROM outbox_cursors WHERE reader = 'reactions' AND NOT EXISTS (
                    SELECT FROM events v
                    WHERE (v.written_by, v.event_id) > (outbox_cursors.written_by, outbox_cursors.event_id)
                        AND v.written_by < \(written)::xid8)
                    AND pg_snapshot_xmin(pg_current_snapshot()) >= \(written)::xid8
                """)
            if !reached.isEmpty { break }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// The checkout in which the buyer pays the open invoices.
    func paymentSheet(_ subscription: String) async throws -> OpenedCheckout {
        let opened = try await shop.ask("POST", "/v1/subscriptions/\(subscription)/payment-sheet")
        guard let id = opened.string("checkout"), let secret = opened.string("clientSecret") else {
            throw Unexpected(reply: opened)
        }
        return OpenedCheckout(shop: shop, id: id, secret: secret, reply: opened)
    }

    static func charge() async throws -> ChargeInvoices {
        let paymentContext = try await paymentContext()
        return ChargeInvoices(
            paymentContext, try await kept(paymentContext), now: TestServer.now)
    }

    static func later() async throws -> ChargeScheduledPayments {
        let paymentContext = try await paymentContext()
        return ChargeScheduledPayments(
            paymentContext, try await kept(paymentContext), now: TestServer.now)
    }

    /// - Parameter database: the test server's own by default.
    static func paymentContext(on database: Database? = nil) async throws -> PaymentContext {
        let server = try await TestServer.shared.value
        let services = server.services
        return PaymentContext(
            database: database ?? server.database, registry: services.registry, keys: services.keys,
            processor: services.processor, identify: TestServer.identify)
    }

    private static func kept(_ paymentContext: PaymentContext) async throws -> ChargeSavedCard {
        ChargeSavedCard(
            paymentContext, deadlines: try await TestServer.shared.value.services.deadlines,
            limit: TestServer.processorLimit)
    }

    /// The invoices of a subscription, oldest first, such as `0 paid 4.50`.
    func invoices(_ subscription: String) async throws -> [String] {
        try await rows(subscription).map { row in
            let period = row["period"].map { "\($0) " } ?? ""
            return "\(period)\(row["status"] ?? "") \(row["amount"] ?? "-")"
        }
    }

    /// The identifiers of a subscription's invoices, oldest first.
    func invoiceIDs(_ subscription: String) async throws -> [String] {
        try await rows(subscription).compactMap { $0["id"] as? String }
    }

    private func rows(_ subscription: String) async throws -> [[String: Any]] {
        let reply = try await shop.ask("GET", "/v1/invoices?limit=100&subscription=\(subscription)")
        return ((reply["data"] as? [[String: Any]]) ?? []).reversed()
    }

    /// The types of an object's events, in order.
    func events(_ object: String) async throws -> [String] {
        let database = try await TestServer.shared.value.database
        return try await database.run(
            """
            SELECT type FROM events WHERE merchant_id = \(shop.merchant.number)
                AND object = \(object) ORDER BY sequence
            """
        ).map { try $0.get("type") }
    }
}
