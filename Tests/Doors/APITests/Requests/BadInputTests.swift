import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// Malformed or dishonest requests to the routes that move money. Each is refused as docs/api says,
/// and no row of a table that holds money changes.
@Suite(.timeLimit(.minutes(5)))
struct BadInputTests {
    private static let amounts = [
        #""0""#, #""0.00""#, #""-0.01""#, #""-1""#, #""1.001""#, #""1e3""#, #""1,00""#, #""٣""#,
        #"" 1.00""#, #""1.00 ""#, #""+1.00""#, #""0x10""#, #""NaN""#, #""Infinity""#, #""""#,
        #"".""#,
        #""1..0""#, #""99999999999999999999999999.00""#, #""92233720368547758.08""#, "1", "1.00",
        "-1", "1e400", "true", "[]", "{}", #"["1.00"]"#, #""1.00\u0000""#,
    ]

    @Test func `a malformed or out-of-range amount is refused, and no money moves`() async throws {
        let scene = try await BadInputScene()
        for path in scene.paths {
            for amount in Self.amounts {
                let reply = try await scene.shop.ask(
                    "POST", path, scene.body(path, amount: amount))
                #expect(reply.status == 400, "\(path) \(amount): \(reply.text)")
            }
            let huge = try await scene.shop.ask(
                "POST", path, scene.body(path, amount: #""90071992547409.92""#))
            #expect((400...499).contains(huge.status), "\(path): \(huge.text)")
        }
        try await scene.expectNothingMoved()
    }

    @Test func `an amount in another currency is refused, and no money moves`() async throws {
        let scene = try await BadInputScene()
        for path in scene.paths {
            for (currency, status) in [("EUR", 422), ("JPY", 422), ("usd", 400), ("XXX", 400)] {
                let reply = try await scene.shop.ask(
                    "POST", path, scene.body(path, amount: #""1""#, currency: currency))
                #expect(reply.status == status, "\(path) \(currency): \(reply.text)")
            }
        }
        try await scene.expectNothingMoved()
    }

    @Test func `another merchant's requests find no object, and no money moves`() async throws {
        let scene = try await BadInputScene()
        let other = try await Shop.open()
        for path in scene.paths {
            let reply = try await other.ask("POST", path, scene.body(path, amount: #""1.00""#))
            let isNamedInBody = path == "/v1/transfers"
            #expect(reply.status == (isNamedInBody ? 400 : 404), "\(path): \(reply.text)")
            #expect(reply.count("errors") == (isNamedInBody ? 2 : 0))
        }
        let browser = try await other.checkout()
        for question in ["capture", "refunds", "void", "authorize"] {
            let reply = try await other.ask(
                as: browser.secret, "POST", "/v1/checkouts/\(scene.held.id)/\(question)", "{}")
            #expect([401, 403, 404, 400].contains(reply.status), "\(reply.text)")
        }
        try await scene.expectNothingMoved()
    }

    @Test func `an idempotency key with another body is refused, and no more money moves`()
        async throws
    {
        let scene = try await BadInputScene()
        for (number, path) in scene.paths.enumerated() {
            let key = [("Idempotency-Key", "changed-\(number)")]
            let first = try await scene.shop.ask(
                "POST", path, scene.body(path, amount: #""1.00""#), key)
            #expect(first.status == 201, "\(path): \(first.text)")
        }
        let moved = try await scene.state()
        for (number, path) in scene.paths.enumerated() {
            let key = [("Idempotency-Key", "changed-\(number)")]
            for amount in [#""2.00""#, #""1.01""#] {
                let reply = try await scene.shop.ask(
                    "POST", path, scene.body(path, amount: amount), key)
                #expect(reply.refusal == "422 idempotency_key_reused", "\(path)")
            }
            let again = try await scene.shop.ask(
                "POST", path, scene.body(path, amount: #""1.00""#), key)
            #expect(again.http["Idempotent-Replayed"] == "true")
        }
        #expect(try await scene.state() == moved)
    }
}

/// A merchant with an authorized payment, a captured payment and two balances.
private struct BadInputScene {
    let shop: Shop
    let held: OpenedCheckout
    let paths: [String]
    private let one: String
    private let other: String
    private var before: [String] = []

    init() async throws {
        shop = try await Shop.open()
        let item = #""items":[{"name":"Toast","unitPrice":"10.00"}]"#
        held = try await shop.checkout(#""captureMethod":"manual",\#(item)"#)
        #expect(try await held.pay().number("status") == 0)
        let taken = try await shop.checkout(item)
        #expect(try await taken.pay().number("status") == 0)
        let first = try await shop.balance(#""kind":"prepaid","amount":"50.00""#)
        let second = try await shop.balance(#""kind":"prepaid","amount":"50.00""#)
        one = try #require(first.string("id"))
        other = try #require(second.string("id"))
        paths = [
            "/v1/checkouts/\(held.id)/capture", "/v1/checkouts/\(taken.id)/refunds",
            "/v1/balances/\(one)/credits", "/v1/balances/\(one)/debits",
            "/v1/balances/\(one)/holds", "/v1/transfers",
        ]
        before = try await state()
    }

    func body(_ path: String, amount: String, currency: String = "USD") -> String {
        let ends = path == "/v1/transfers" ? #""from":"\#(one)","to":"\#(other)","# : ""
        return "{\(ends)\"amount\":\(amount),\"currencyCode\":\"\(currency)\"}"
    }

    /// Every row of this merchant in the tables that record money.
    func state() async throws -> [String] {
        let database = try await TestServer.shared.value.database
        var lines: [String] = []
        for table in [
            "balances", "holds", "transfers", "captures", "refunds", "attempts", "checkouts",
            "events", "sandbox.charges", "sandbox.settlements",
        ] {
            let rows = try await database.run(
                Query(
                    raw: """
                        SELECT '\(table) ' || row_to_json(t)::text AS line FROM \(table) t
                        WHERE merchant_id = \(shop.merchant.number.value) ORDER BY 1
                        """))
            lines += try rows.map { try $0.get("line") }
        }
        return lines
    }

    func expectNothingMoved(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(try await state() == before, sourceLocation: sourceLocation)
    }
}
