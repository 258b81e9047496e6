import API
import Crypto
import Merchants
import Outbox
import Postgres
import TestSupport
import Testing
import Vocabulary

/// Creating, changing and deleting webhook endpoints.
@Suite struct WebhookEndpointTests {
    private static let path = "/v1/webhook-endpoints"

    @Test func `an endpoint is created, read, changed and deleted`() async throws {
        let shop = try await Shop.open(live: true)
        let made = try await shop.ask(
            "POST", Self.path,
            #"{"url":"https://shop.example/events","eventTypes":["checkout.captured"]}"#)
        #expect(made.status == 201)
        let id = try #require(made.string("id"))
        #expect(made.string("secret")?.hasPrefix("whsec_") == true)
        #expect(made["disabled"] as? Bool == false)
        let one = Self.path + "/" + id
        let read = try await shop.ask("GET", one)
        #expect(read.status == 200)
        #expect(read.string("eventTypes.0") == "checkout.captured")
        #expect(read.string("secret") == nil)
        let changed = try await shop.ask(
            "PATCH", one,
            #"{"url":"https://shop.example/all","eventTypes":null,"description":"All"}"#)
        #expect(changed.status == 200)
        #expect(changed.string("url") == "https://shop.example/all")
        #expect(changed["eventTypes"] == nil)
        #expect(changed.string("description") == "All")
        let list = try await shop.ask("GET", Self.path)
        #expect(list.string("data.0.id") == id)
        #expect(list.string("data.0.secret") == nil)
        #expect(try await shop.ask("DELETE", one).status == 204)
        #expect(try await shop.ask("GET", one).status == 404)
        #expect(try await shop.ask("DELETE", one).status == 404)
        #expect(try await shop.ask("GET", Self.path).count("data") == 0)
    }

    @Test func `a replayed creation is answered without the secret`() async throws {
        let shop = try await Shop.open()
        let key = [("Idempotency-Key", "endpoint-1")]
        let body = #"{"url":"https://shop.example/events"}"#
        let first = try await shop.ask("POST", Self.path, body, key)
        let again = try await shop.ask("POST", Self.path, body, key)
        #expect(first.string("secret") != nil)
        #expect(again.status == 201)
        #expect(again.http["Idempotent-Replayed"] == "true")
        #expect(again.string("id") == first.string("id"))
        #expect(again.string("secret") == nil)
        #expect(try await shop.ask("GET", Self.path).count("data") == 1)
    }

    @Test(
        arguments: [
            ("https://shop.example/events?from=paysheet", nil, nil),
            ("https://shop.example:8443/", nil, nil),
            ("https://93.184.216.34/", nil, nil),
            ("http://localhost:3000/hook", "invalid_value", nil),
            ("http://127.0.0.1:3000/hook", "invalid_value", nil),
            ("http://[::1]:3000/hook", "invalid_value", nil),
            ("http://localhost/hook", "invalid_value", "invalid_value"),
            ("http://shop.example:3000/", "invalid_value", "invalid_value"),
            ("https://shop.example/#top", "invalid_value", "invalid_value"),
            ("http://localhost:3000/#top", "invalid_value", "invalid_value"),
            ("https://ada@shop.example/", "invalid_value", "invalid_value"),
            ("https:///path", "invalid_value", "invalid_value"),
            ("shop.example", "invalid_value", "invalid_value"),
            ("https://localhost/", "private_address", "private_address"),
            ("https://shop.localhost/", "private_address", "private_address"),
            ("https://127.0.0.1/", "private_address", "private_address"),
            ("https://127.1/", "private_address", "private_address"),
            ("https://0x7f.1/", "private_address", "private_address"),
            ("https://2130706433/", "private_address", "private_address"),
            ("https://10.0.0.8/", "private_address", "private_address"),
            ("https://169.254.169.254/latest", "private_address", "private_address"),
            ("https://[::1]/", "private_address", "private_address"),
            ("https://[fd00::1]/", "private_address", "private_address"),
            ("https://[::ffff:10.0.0.1]/", "private_address", "private_address"),
        ] as [(String, String?, String?)])
    func `a URL is public https, or on localhost for a test merchant`(
        url: String, live: String?, test: String?
    ) async throws {
        for (isLive, code) in [(true, live), (false, test)] {
            let shop = try await Shop.open(live: isLive)
            let reply = try await shop.ask("POST", Self.path, "{\"url\":\"\(url)\"}")
            #expect(reply.status == (code == nil ? 201 : 400), "\(reply.text)")
            #expect(reply.string("errors.0.code") == code)
            if code != nil { #expect(reply.string("errors.0.pointer") == "/url") }
        }
    }

    @Test func `a URL has at most 2,048 characters`() async throws {
        let shop = try await Shop.open()
        let start = "https://shop.example/"
        let longest = start + String(repeating: "a", count: 2_048 - start.count)
        #expect(try await shop.ask("POST", Self.path, "{\"url\":\"\(longest)\"}").status == 201)
        let longer = try await shop.ask("POST", Self.path, "{\"url\":\"\(longest)a\"}")
        #expect(longer.string("errors.0.code") == "too_long")
    }

    @Test func `all faults of an endpoint are reported at once`() async throws {
        let shop = try await Shop.open()
        let text = String(repeating: "a", count: 257)
        let reply = try await shop.ask(
            "POST", Self.path,
            """
            {"eventTypes":["checkout.captured","checkout.captured"],"description":"\(text)",
             "colour":"red"}
            """)
        #expect(reply.status == 400)
        #expect(
            (0..<4).map { reply.string("errors.\($0).pointer") } == [
                "/url", "/eventTypes", "/description", "/colour",
            ])
        let unknown = try await shop.ask(
            "POST", Self.path, #"{"url":"https://shop.example","eventTypes":["cake.baked"]}"#)
        #expect(unknown.string("errors.0.pointer") == "/eventTypes/0")
        let none = try await shop.ask(
            "POST", Self.path, #"{"url":"https://shop.example","eventTypes":[]}"#)
        #expect(none.string("errors.0.code") == "too_few")
    }

    @Test func `a merchant has at most sixteen endpoints, even of twenty made at once`()
        async throws
    {
        let shop = try await Shop.open()
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await shop.ask(
                        "POST", Self.path, "{\"url\":\"https://shop.example/\(number)\"}")
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(replies.count(where: { $0.status == 201 }) == 16)
        let refused = replies.filter { $0.status != 201 }
        #expect(refused.allSatisfy { $0.string("code") == "too_many_endpoints" })
        let id = try #require(replies.first { $0.status == 201 }?.string("id"))
        _ = try await shop.ask("DELETE", Self.path + "/" + id)
        let another = try await shop.ask("POST", Self.path, #"{"url":"https://shop.example"}"#)
        #expect(another.status == 201)
    }

    @Test func `enabling an endpoint clears failingSince`() async throws {
        let shop = try await Shop.open()
        let made = try await shop.ask("POST", Self.path, #"{"url":"https://shop.example"}"#)
        let one = Self.path + "/" + (made.string("id") ?? "")
        let database = try await TestServer.shared.value.database
        try await database.run(
            """
            UPDATE webhook_endpoints SET failing_since = now(), disabled_at = now(),
                disabled_because = 'failing' WHERE merchant_id = \(shop.merchant.number)
            """)
        let failing = try await shop.ask("GET", one)
        #expect(failing.string("disabledBecause") == "failing")
        #expect(failing.string("failingSince") != nil)
        let enabled = try await shop.ask("PATCH", one, #"{"disabled":false}"#)
        #expect(enabled["disabled"] as? Bool == false)
        #expect(enabled["failingSince"] == nil)
        #expect(enabled["disabledBecause"] == nil)
        let disabled = try await shop.ask("PATCH", one, #"{"disabled":true}"#)
        #expect(disabled.string("disabledBecause") == "merchant")
        // A disabled endpoint keeps its first reason and time.
        let again = try await shop.ask("PATCH", one, #"{"disabled":true}"#)
        #expect(again.string("disabledAt") == disabled.string("disabledAt"))
    }

    @Test func `a rotated secret signs beside the previous one until the overlap ends`()
        async throws
    {
        let shop = try await Shop.open()
        let made = try await shop.ask("POST", Self.path, #"{"url":"https://shop.example"}"#)
        let id = try #require(made.string("id").flatMap { WebhookEndpoint.ID($0) })
        let first = try #require(made.string("secret"))
        let path = Self.path + "/" + id.text + "/rotate-secret"
        let rotated = try await shop.ask("POST", path)
        #expect(rotated.status == 200)
        let second = try #require(rotated.string("secret"))
        #expect(second != first)
        let until = try #require(
            rotated.string("previousSecretUntil").flatMap { Instant(rfc3339: $0) })
        let now = TestServer.now()
        #expect((86_300...86_400).contains(until.seconds(since: now)))
        #expect(try await secrets(of: id, at: now) == [second, first])
        #expect(try await secrets(of: id, at: until) == [second])

        let third = try await shop.ask("POST", path, #"{"overlapHours":0}"#)
        #expect(third["previousSecretUntil"] == nil)
        #expect(try await secrets(of: id, at: now) == [third.string("secret")])
        for hours in ["-1", "169", "\"1\""] {
            let refused = try await shop.ask("POST", path, "{\"overlapHours\":\(hours)}")
            #expect(refused.status == 400)
        }
    }

    @Test func `a replayed rotation rotates once and is answered without the secret`() async throws
    {
        let shop = try await Shop.open()
        let made = try await shop.ask("POST", Self.path, #"{"url":"https://shop.example"}"#)
        let id = try #require(made.string("id").flatMap { WebhookEndpoint.ID($0) })
        let path = Self.path + "/" + id.text + "/rotate-secret"
        let key = [("Idempotency-Key", "rotation-1")]
        let first = try await shop.ask("POST", path, #"{"overlapHours":1}"#, key)
        let again = try await shop.ask("POST", path, #"{"overlapHours":1}"#, key)
        #expect(again.status == 200)
        #expect(again.string("secret") == nil)
        #expect(
            try await secrets(of: id, at: TestServer.now()) == [
                first.string("secret"), made.string("secret"),
            ])
    }

    @Test func `a secret is stored nowhere in the clear`() async throws {
        let shop = try await Shop.open()
        let made = try await shop.ask(
            "POST", Self.path, #"{"url":"https://shop.example"}"#, [("Idempotency-Key", "clear")])
        let secret = try #require(
            made.string("secret").flatMap(SigningSecret.init(text:))?.bytes.withBytes(Array.init))
        let database = try await TestServer.shared.value.database
        let rows = try await database.run(
            """
            SELECT position(\(secret) IN e.secret) + position(\(secret) IN e.data_key) AS sealed,
                position(convert_to(\(made.string("secret")), 'UTF8') IN k.answer) AS kept
            FROM webhook_endpoints e JOIN idempotency_keys k ON k.merchant_id = e.merchant_id
            WHERE e.merchant_id = \(shop.merchant.number)
            """)
        #expect(rows.count == 1)
        #expect(try rows[0].get("sealed") == 0)
        #expect(try rows[0].get("kept") == 0)
    }

    private func secrets(of id: WebhookEndpoint.ID, at now: Instant) async throws -> [String?] {
        let server = try await TestServer.shared.value
        let find = FindEndpoint(endpoint: id)
        let endpoint = try await server.database.transaction { try find(in: $0) }
        return try endpoint.secrets.signing(at: now, of: id, keys: server.services.keys)
            .map(\.text)
    }
}
