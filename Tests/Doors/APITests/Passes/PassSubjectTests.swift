import API
import Crypto
import Dispatch
import Foundation
import Merchants
import Outbox
import PassContents
import Passes
import Postgres
import Synchronization
import TestSupport
import Testing
import Threads
import Vocabulary

/// A pass for a balance shows the available amount, without calls by its merchant.
@Suite(.timeLimit(.minutes(5))) struct PassSubjectTests {
    /// The template has no amount of its own that could be mistaken for the balance's.
    private static let document = """
        {"formatVersion":1,"organizationName":"Toast","description":"A card for coffee",
         "storeCard":{"primaryFields":[{"key":"balance","label":"Left","value":"","changeMessage":"%@"}],
                      "secondaryFields":[{"key":"name","label":"For","value":"you","changeMessage":"%@"}]}}
        """

    private func scene() async throws -> PassScene { try await PassScene.open(Self.document) }

    /// The pass as a phone shows it: the currency and amount, and whether it is void.
    private func shown(_ held: HeldByPhone) async throws -> String {
        let pass = try HeldByPhone.document(try await held.fetch())
        let card = pass["storeCard"] as? [String: [[String: Any]]]
        let field = try #require(card?["primaryFields"]?.first)
        let amount = try #require(field["value"] as? Double)
        let currency = try #require(field["currencyCode"] as? String)
        let isVoided = pass["voided"] as? Bool == true
        return "\(currency) \(amount)\(isVoided ? ", void" : "")"
    }

    /// Runs the workers' jobs: handles the newest event and updates the passes that it concerns.
    private func work(_ balance: String, of shop: Shop) async throws {
        let server = try await TestServer.shared.value
        let number = shop.merchant.number
        // Only the newest event, so that each kind must have a handler.
        let newest = try await server.database.run(
            """
            SELECT type FROM events WHERE merchant_id = \(number) AND object = \(balance)
            ORDER BY sequence DESC LIMIT 1
            """)
        let kind = try #require(Event.Kind(rawValue: try newest[0].get("type")))
        try await server.database.transaction { transaction in
            let event = Event(
                id: Event.ID(merchant: number, uuid: UUID128(high: 0, low: 1)),
                type: kind, object: balance, sequence: 1, data: [], at: TestServer.now())
            for handler in PassEventHandlers.all(.all(server.services.keys), now: TestServer.now)
            where handler.types.contains(event.type) {
                try handler.handle(event, transaction)
            }
        }
        try await follow()
    }

    private func follow(_ subjects: PassSubjects? = nil) async throws {
        let server = try await TestServer.shared.value
        let follow = RefreshStalePasses(
            subjects ?? .all(server.services.keys), keys: server.services.keys,
            urls: PublicURLs("https://pay.example"),
            now: TestServer.now())
        while try await follow(on: server.database) > 0 {}
    }

    @Test func `a gift card's pass follows each change of the card, and its phone is notified`()
        async throws
    {
        let scene = try await scene()
        let card = try #require(
            try await scene.shop.balance(#""kind":"gift_card","amount":"25""#).string("id"))
        let path = "/v1/balances/\(card)"
        let held = try await scene.held(#""balance":"\#(card)""#)
        #expect(try await shown(held) == "USD 25.0")
        _ = try await held.register()
        var tag = try #require(try await held.updates().string("lastUpdated"))
        func after(_ reply: Reply, _ expected: String) async throws {
            #expect(200...201 ~= reply.status, "\(reply.text)")
            try await work(card, of: scene.shop)
            let updates = try await held.updates(since: tag)
            #expect(updates["serialNumbers"] as? [String] == [held.serial], "\(expected)")
            tag = updates.string("lastUpdated") ?? tag
            #expect(try await shown(held) == expected)
            // The merchant's list says the same.
            let pass = try await scene.shop.ask("GET", "/v1/passes?balance=\(card)")
            let listed = (pass["data"] as? [[String: Any]])?.first
            #expect(listed?["voided"] as? Bool == expected.hasSuffix("void"))
        }
        let shop = scene.shop
        try await after(try await shop.move(path, "debits", "4.50"), "USD 20.5")
        try await after(try await shop.move(path, "credits", "10"), "USD 30.5")
        let hold = try await shop.move(path, "holds", "30")
        try await after(hold, "USD 0.5")
        let holdPath = "\(path)/holds/" + (hold.string("id") ?? "")
        try await after(try await shop.ask("POST", holdPath + "/release"), "USD 30.5")
        try await after(try await shop.ask("POST", path + "/freeze"), "USD 30.5, void")
        try await after(try await shop.ask("POST", path + "/unfreeze"), "USD 30.5")
    }

    @Test func `a change that leaves the shown value the same notifies no phone`() async throws {
        let scene = try await scene()
        let card = try #require(
            try await scene.shop.balance(#""kind":"gift_card","amount":"25""#).string("id"))
        let held = try await scene.held(#""balance":"\#(card)""#)
        _ = try await held.register()
        let tag = try #require(try await held.updates().string("lastUpdated"))
        // Issuing marked the pass as stale. Refresh it now, so that no worker does so between the
        // two changes.
        try await follow()
        _ = try await scene.shop.move("/v1/balances/\(card)", "debits", "5")
        _ = try await scene.shop.move("/v1/balances/\(card)", "credits", "5")
        try await work(card, of: scene.shop)
        #expect(try await held.updates(since: tag).status == 204)
    }

    @Test func `a pass expires with its card, even after the date changes`() async throws {
        let scene = try await scene()
        let card = try #require(
            try await scene.shop.balance(
                #""kind":"gift_card","amount":"25","expiresAt":"2031-01-01T00:00:00Z""#
            ).string("id"))
        let held = try await scene.held(#""balance":"\#(card)""#)
        let end = { try HeldByPhone.document(try await held.fetch())["expirationDate"] as? String }
        #expect(try await end()?.hasPrefix("2031-01-01T00:00:00") == true)
        let moved = try await scene.shop.ask(
            "PATCH", "/v1/balances/\(card)", #"{"expiresAt":"2032-02-02T00:00:00Z"}"#)
        #expect(moved.status == 200, "\(moved.text)")
        try await follow()
        #expect(try await end()?.hasPrefix("2032-02-02T00:00:00") == true)
        _ = try await held.change(#""members":{"expirationDate":"2030-03-03T00:00:00Z"}"#)
        #expect(try await end() == "2030-03-03T00:00:00Z", "the merchant may set another date")
    }

    @Test func `a merchant cannot set the field that shows the balance, but can set others`()
        async throws
    {
        let scene = try await scene()
        let card = try #require(
            try await scene.shop.balance(#""kind":"gift_card","amount":"25""#).string("id"))
        let refused = try await scene.issue(#""balance":"\#(card)","fields":{"balance":99}"#)
        #expect(refused.status == 400)
        #expect(refused.string("errors.0.pointer") == "/fields/balance")
        #expect(refused.string("errors.0.code") == "not_changeable")
        let held = try await scene.held(#""balance":"\#(card)","fields":{"name":"Ada"}"#)
        let changed = try await held.change(#""fields":{"balance":99}"#)
        #expect(changed.string("errors.0.code") == "not_changeable")
        #expect(try await held.change(#""fields":{"name":"Byron"}"#).string("balance") == card)
        #expect(try await shown(held) == "USD 25.0")
        let fields = try await scene.shop.ask("GET", "/v1/passes/\(held.id)/fields")
        #expect(fields["fields.balance.value"] as? Double == 25, "\(fields.text)")
        #expect(fields.string("fields.name.value") == "Byron")
        let listed = try await scene.shop.ask("GET", "/v1/passes?balance=\(card)")
        #expect(listed.string("data.0.id") == held.id && listed.count("data") == 1)
        let other = try await scene.shop.balance(#""kind":"gift_card","amount":"25""#)
        let none = try await scene.shop.ask(
            "GET", "/v1/passes?balance=\(other.string("id") ?? "")")
        #expect(none.status == 200 && none.count("data") == 0, "\(none.text)")
    }

    @Test func `an order's pass follows the order, and is void after a full refund`()
        async throws
    {
        let scene = try await PassScene.open(
            """
            {"formatVersion":1,"organizationName":"Toast","description":"A ticket",
             "eventTicket":{"primaryFields":[{"key":"status","label":"State","value":"","changeMessage":"%@"}],
               "auxiliaryFields":[{"key":"total","label":"Total","value":"","changeMessage":"%@"},
                                  {"key":"refunded","label":"Given back","value":"","changeMessage":"%@"}]}}
            """)
        let checkout = try await scene.shop.checkout(
            #""captureMethod":"manual","items":[{"name":"Toast","quantity":2,"unitPrice":"5.00"}]"#)
        #expect(try await checkout.pay().number("status") == 0)
        let held = try await scene.held(#""checkout":"\#(checkout.id)""#)
        func shown() async throws -> String {
            let pass = try HeldByPhone.document(try await held.fetch())
            let ticket = try #require(pass["eventTicket"] as? [String: [[String: Any]]])
            let fields = ["primaryFields", "auxiliaryFields"].flatMap { ticket[$0] ?? [] }
            return fields.map { "\($0["value"] ?? "")" }.joined(separator: " ")
                + (pass["voided"] as? Bool == true ? " void" : "")
        }
        #expect(try await shown() == "authorized 10 0")
        #expect(try await checkout.post("capture").status == 201)
        try await work(checkout.id, of: scene.shop)
        #expect(try await shown() == "captured 10 0")
        #expect(try await checkout.post("refunds", #"{"amount":"3.00"}"#).status == 201)
        try await work(checkout.id, of: scene.shop)
        #expect(try await shown() == "captured 10 3")
        #expect(try await checkout.post("refunds").status == 201)
        try await work(checkout.id, of: scene.shop)
        #expect(try await shown() == "refunded 10 10 void")
        let both = try await scene.issue(
            #""checkout":"\#(checkout.id)","balance":"bal_\#(checkout.id.dropFirst(4))""#)
        #expect(both.string("errors.0.code") == "conflict", "\(both.text)")
    }

    @Test func `a pass for another merchant's balance, or for an unknown one, is refused`()
        async throws
    {
        let scene = try await scene()
        let other = try await Shop.open()
        let card = try #require(
            try await other.balance(#""kind":"gift_card","amount":"25""#).string("id"))
        let gone = try #require(
            try await scene.shop.balance(#""kind":"gift_card","amount":"25""#).string("id"))
        for balance in [card, String(gone.dropLast(4)) + "0000"] {
            let refused = try await scene.issue(#""balance":"\#(balance)""#)
            #expect(refused.status == 400, "\(refused.text)")
            #expect(refused.string("errors.0.pointer") == "/balance")
        }
        #expect(try await scene.shop.ask("GET", "/v1/passes").count("data") == 0)
    }

    @Test func `a pass for a customer's balance belongs to that customer`() async throws {
        let scene = try await scene()
        let path = try await CustomerTests.account(scene.shop).customer
        let customer = String(path.dropFirst("/v1/customers/".count))
        let card = try #require(
            try await scene.shop.balance(
                #""kind":"store_credit","amount":"25","customer":"\#(customer)""#
            ).string("id"))
        let issued = try await scene.issue(#""balance":"\#(card)""#)
        #expect(issued.string("customer") == customer)
    }

    @Test func `a card that changes while its pass is issued is shown as it is now`() async throws {
        let scene = try await scene()
        let server = try await TestServer.shared.value
        let card = try #require(
            try await scene.shop.balance(#""kind":"gift_card","amount":"25""#).string("id"))
        let type = try #require(PassType.ID(scene.type))
        // Issuing read 30 before the balance became 25, and the change's event found no pass.
        let old = Money(minorUnits: 3_000, currency: try #require(Currency("USD")))
        let before = PassSubjects(changedBy: []) { _, _, _, _ in
            PassSubjects.Subject(shown: SubjectValues(["balance": .amount(old)]), customer: nil)
        }
        let id = Pass.ID(
            merchant: scene.shop.merchant.number, uuid: TestServer.identify(TestServer.now()))
        let issue = IssuePass(
            id: id, type: type, serialNumber: nil, customer: nil,
            subject: ("balance", card), of: before, values: PassValues(),
            secrets: (
                token: PassSecret(random: Random.words()), link: PassSecret(random: Random.words())
            ), urls: PublicURLs("https://pay.example"), keys: server.services.keys,
            now: TestServer.now())
        _ = try await server.database.transaction { try issue(in: $0) }
        try await follow()
        let package = try await scene.shop.ask("GET", "/v1/passes/\(id.text)/package")
        let pass = try HeldByPhone.document(package)
        let shown = pass["storeCard"] as? [String: [[String: Any]]]
        #expect(shown?["primaryFields"]?.first?["value"] as? Double == 25)
    }

    @Test func `a card that changes while its pass is updated is read again`() async throws {
        let scene = try await scene()
        let shop = scene.shop
        let card = try #require(
            try await shop.balance(#""kind":"gift_card","amount":"25""#).string("id"))
        let held = try await scene.held(#""balance":"\#(card)""#)
        try await follow()
        let server = try await TestServer.shared.value
        let note = MarkStale(card, of: shop.merchant.number, now: TestServer.now())
        _ = try await shop.move("/v1/balances/\(card)", "debits", "1")
        let change = Change()
        // The update reads the card, and another change comes before it stores what it read.
        let look =
            PassSubjects(changedBy: []) { subject, kind, now, transaction in
                let seen = try PassSubjects.all(server.services.keys)
                    .find(subject, kind, now, transaction)
                guard subject == card, change.isFirst() else { return seen }
                let task = Task {
                    _ = try await shop.move("/v1/balances/\(card)", "debits", "10")
                    try await server.database.transaction { try note(in: $0) }
                    change.noted.signal()
                }
                change.task.withLock { $0 = task }
                // The change's mark waits for the update's lock, so it cannot end before this
                // timeout.
                _ = change.noted.wait(timeout: .now() + .milliseconds(300))
                return seen
            }
        // Workers of other tests may have updated the pass first.
        while change.task.withLock({ $0 == nil }) {
            try await server.database.transaction { try note(in: $0) }
            try await follow(look)
        }
        try await change.task.withLock { $0 }?.value
        try await follow()
        #expect(try await shown(held) == "USD 14.0")
    }
}

/// One change in the middle of an update.
private final class Change: Sendable {
    private let count = Atomic(0)
    let noted = DispatchSemaphore(value: 0)
    let task = Locked<Task<Void, any Error>?>(nil)

    func isFirst() -> Bool { count.add(1, ordering: .relaxed).oldValue == 0 }
}
