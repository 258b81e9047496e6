import Merchants
import Outbox
import Postgres
import TestSupport
import Testing
import Vocabulary

/// The delivery log of a webhook endpoint, and redelivery.
@Suite(.timeLimit(.minutes(5))) struct DeliveryLogTests {
    @Test func `an event older than the endpoint can be delivered to it`() async throws {
        let log = try await Log.open()
        let again = try await log.redeliver()
        #expect(again.status == 202)
        #expect(again.string("event") == log.event)
        #expect(again.string("type") == "checkout.captured")
        #expect(again.string("state") == "pending")
        #expect(again.number("attemptCount") == 0)
        #expect(again.string("nextAt") != nil)
        let list = try await log.ask("GET", "")
        #expect(list.count("data") == 1)
    }

    @Test(arguments: ["delivered", "failed", "dropped", "pending"])
    func `a delivery in any state can be made due again`(state: String) async throws {
        let log = try await Log.open()
        _ = try await log.redeliver()
        try await log.pretend(state)
        let shown = try await log.ask("GET", "/\(log.event)")
        #expect(shown.string("state") == state)
        #expect((shown.string("endedAt") == nil) == (state == "pending"))
        #expect((shown.string("nextAt") == nil) == (state != "pending"))
        #expect(shown.string("lastAttempt.failure") == "unreachable")
        #expect((0..<2).map { shown.number("attempts.\($0).number") } == [1, 2])
        #expect(shown.number("attempts.0.status") == 500)
        let again = try await log.redeliver()
        #expect(again.string("state") == "pending")
        #expect(again.number("attemptCount") == 2)
        #expect(again["endedAt"] == nil)
        let due = try #require(again.string("nextAt").flatMap { Instant(rfc3339: $0) })
        #expect(due <= TestServer.now())
    }

    @Test func `deliveries can be filtered by state and are listed newest first`() async throws {
        let log = try await Log.open()
        _ = try await log.redeliver()
        try await log.pretend("failed")
        _ = try await log.shop.checkout().pay()
        let second = try await log.newestEvent(after: log.event)
        _ = try await log.redeliver(second)
        let all = try await log.ask("GET", "")
        #expect((0..<2).map { all.string("data.\($0).event") } == [second, log.event])
        let failed = try await log.ask("GET", "?state=failed")
        #expect(failed.count("data") == 1)
        #expect(failed.string("data.0.event") == log.event)
        let older = try await log.ask("GET", "?limit=1&after=\(second)")
        #expect(older.string("data.0.event") == log.event)
        #expect(try await log.ask("GET", "?state=lost").status == 400)
    }

    @Test func `disabling an endpoint drops its pending deliveries and refuses new ones`()
        async throws
    {
        let log = try await Log.open()
        _ = try await log.redeliver()
        _ = try await log.shop.ask("PATCH", log.path, #"{"disabled":true}"#)
        #expect(try await log.ask("GET", "/\(log.event)").string("state") == "dropped")
        let refused = try await log.redeliver()
        #expect(refused.status == 409)
        #expect(refused.string("code") == "endpoint_disabled")
        _ = try await log.shop.ask("PATCH", log.path, #"{"disabled":false}"#)
        #expect(try await log.redeliver().status == 202)
    }

    @Test func `deleting an endpoint drops its deliveries and removes its log`() async throws {
        let log = try await Log.open()
        _ = try await log.redeliver()
        #expect(try await log.shop.ask("DELETE", log.path).status == 204)
        #expect(try await log.ask("GET", "").status == 404)
        #expect(try await log.redeliver().status == 404)
        let rows = try await log.database.run(
            "SELECT state FROM deliveries WHERE merchant_id = \(log.shop.merchant.number)")
        #expect(try rows.map { try $0.get("state") } == ["dropped"])
    }

    @Test func `an unknown event or another merchant's endpoint is not found`() async throws {
        let log = try await Log.open()
        let other = try await Log.open()
        #expect(try await log.redeliver(other.event).status == 404)
        #expect(
            try await log.ask("GET", "/\(log.event)").status == 404, "the event has no deliveries")
        let stranger = try await log.shop.ask(
            "POST", "\(other.path)/deliveries/\(log.event)/redeliver")
        #expect(stranger.status == 404)
    }

    @Test func `a replayed request makes a delivery due once`() async throws {
        let log = try await Log.open()
        let key = [("Idempotency-Key", "again-1")]
        let first = try await log.redeliver(key)
        try await log.pretend("delivered")
        let again = try await log.redeliver(key)
        #expect(again.text == first.text)
        #expect(try await log.ask("GET", "/\(log.event)").string("state") == "delivered")
    }

    /// A merchant with a paid checkout, and an endpoint created after the payment.
    private struct Log {
        let shop: Shop
        let database: Database
        let event: String
        let path: String

        static func open() async throws -> Log {
            let shop = try await Shop.open()
            _ = try await shop.checkout().pay()
            let made = try await shop.ask(
                "POST", "/v1/webhook-endpoints", #"{"url":"https://shop.example"}"#)
            let database = try await TestServer.shared.value.database
            let rows = try await database.run(
                "SELECT event_id FROM events WHERE merchant_id = \(shop.merchant.number)")
            let event = Event.ID(
                merchant: shop.merchant.number, uuid: try rows[0].get("event_id"))
            return Log(
                shop: shop, database: database, event: event.text,
                path: "/v1/webhook-endpoints/" + (made.string("id") ?? ""))
        }

        func ask(_ method: String, _ rest: String) async throws -> Reply {
            try await shop.ask(method, path + "/deliveries" + rest)
        }

        func redeliver(
            _ event: String? = nil, _ headers: [(String, String)] = []
        ) async throws -> Reply {
            try await shop.ask(
                "POST", "\(path)/deliveries/\(event ?? self.event)/redeliver", nil, headers)
        }

        func redeliver(_ headers: [(String, String)]) async throws -> Reply {
            try await redeliver(nil, headers)
        }

        func newestEvent(after event: String) async throws -> String {
            let rows = try await database.run(
                """
                SELECT event_id FROM events WHERE merchant_id = \(shop.merchant.number)
                ORDER BY event_id DESC LIMIT 1
                """)
            return Event.ID(merchant: shop.merchant.number, uuid: try rows[0].get("event_id")).text
        }

        /// Sets the delivery to this state, with two attempts in its log.
        func pretend(_ state: String) async throws {
            let merchant = shop.merchant.number
            try await database.transaction { transaction in
                try transaction.run(
                    """
                    UPDATE deliveries SET state = \(state), attempts = 2,
                        ended_at = CASE WHEN \(state) = 'pending' THEN NULL ELSE now() END,
                        next_at = now() + interval '1 hour'
                    WHERE merchant_id = \(merchant)
                    """)
                try transaction.run(
                    """
                    INSERT INTO delivery_attempts (merchant_id, endpoint_id, event_id, number, at,
                        milliseconds, status, failure)
                    SELECT merchant_id, endpoint_id, event_id, number, now(), 12, status, failure
                    FROM deliveries, (VALUES (1, 500, NULL), (2, NULL, 'unreachable'))
                        AS a (number, status, failure)
                    WHERE merchant_id = \(merchant)
                    """)
            }
        }
    }
}
