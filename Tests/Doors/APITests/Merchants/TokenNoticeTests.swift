import Foundation
import Merchants
import Postgres
import Processors
import Subscriptions
import TestSupport
import Testing
import Vocabulary

@testable import Payments

/// Apple's notices about merchant tokens, and calls to Apple, with a local gateway that has
/// Apple's host names in its certificate.
///
/// Serialized: a worker reads the due notices of all merchants.
@Suite(.serialized, .timeLimit(.minutes(5))) struct TokenNoticeTests {
    @Test func `a merchant token that its buyer unlinked is not charged again`() async throws {
        let scene = try await TokenScene.open()
        let (token, event) = (TokenScene.name(), TokenScene.name("event"))
        let subscription = try await scene.subscribe(with: token)
        let long = String(repeating: "r", count: 300)
        try await TokenScene.setTokenAnswer(event, TokenScene.unlink(token, because: long))
        let heard = try await scene.call(event)
        #expect(heard.status == 200 && heard.text.isEmpty)
        #expect(try await scene.asked().isEmpty, "the notice is processed later")
        #expect(try await TokenScene.read() == 1)
        #expect(try await scene.asked() == [scene.line("event/\(event)")])
        let seen = try #require(try await scene.seen().first)
        #expect(seen.server == "apple-pay-gateway-cert.apple.com")
        #expect(seen.headers["content-type"] == "application/json")
        #expect(UUID(uuidString: seen.headers["x-request-id"] ?? "") != nil)
        #expect(try await scene.toaster.find(subscription).string("card.unlinkedAt") != nil)
        // A repeated notice changes nothing, and Apple is not asked again.
        #expect(try await scene.call(event).status == 200)
        #expect(try await TokenScene.read() == 0)
        let emitted = try await scene.emitted()
        #expect(emitted.map(\.type) == ["card.unlinked"])
        #expect(emitted[0].data.contains(#""reason":"\#(long.prefix(256))""#))
        #expect(!emitted[0].data.contains(token))

        try await scene.toaster.advance(to: "2026-01-12T10:00:01Z")
        let found = try await scene.toaster.find(subscription)
        #expect(found.string("status") == "pastDue" && found.string("reason") == "cardNeeded")
        #expect(try await scene.toaster.invoices(subscription) == ["0 paid 9.00", "1 open 9.00"])
        #expect(
            try await scene.toaster.events(subscription).contains("subscription.action_required"))
        #expect(try await scene.count("attempts") == 1)
        #expect(try await scene.count("sandbox.charges") == 1)
    }

    @Test func `unlinking one token does not stop charges to another`() async throws {
        let scene = try await TokenScene.open()
        let (token, event) = (TokenScene.name(), TokenScene.name("event"))
        let subscription = try await scene.subscribe(with: TokenScene.name())
        try await TokenScene.setTokenAnswer(event, TokenScene.unlink(token))
        _ = try await scene.call(event)
        #expect(try await TokenScene.read() == 1)
        try await scene.toaster.advance(to: "2026-01-12T10:00:01Z")
        #expect(try await scene.toaster.invoices(subscription) == ["0 paid 9.00", "1 paid 9.00"])
    }

    @Test func `an update from Apple changes the card that the API shows`() async throws {
        let scene = try await TokenScene.open()
        let token = TokenScene.name()
        let subscription = try await scene.subscribe(with: token)
        for (suffix, shown) in [("9876", "9876"), ("9876", "9876"), ("", "9876"), ("1x23", "9876")]
        {
            let event = TokenScene.name("event")
            try await TokenScene.setTokenAnswer(event, TokenScene.metadata(token, suffix))
            _ = try await scene.call(event)
            #expect(try await TokenScene.read() == 1)
            let found = try await scene.toaster.find(subscription)
            #expect(found.string("card.lastFour") == shown)
            #expect(found.string("card.unlinkedAt") == nil)
        }
        #expect(try await scene.emitted().map(\.type) == ["card.updated"])
        #expect(try await scene.emitted()[0].data.contains(#""lastFour":"9876""#))
        for type in ["UPDATED_CARD_ART", "UPDATED_MERCHANT_TOKEN_PUBLIC_KEY", "WHATEVER"] {
            let event = TokenScene.name("event")
            try await TokenScene.setTokenAnswer(
                event, TokenScene.unlink(token).replacing("UNLINK", with: type))
            _ = try await scene.call(event)
            #expect(try await TokenScene.read() == 1)
        }
        #expect(try await scene.emitted().count == 1)
    }

    @Test func `unknown events and merchants get the same answer and leave no notice`() async throws
    {
        let scene = try await TokenScene.open()
        let stranger = try await TokenScene.open()
        _ = try await scene.subscribe(with: TokenScene.name())
        let event = TokenScene.name("event")
        for (event, merchant) in [
            (event, nil), (event, "mer_zzzzz"), (event, "anything"),
            (event, stranger.shop.merchant.identifier), ("%2e%2e", nil), ("a%2Fb", nil),
            ("%F0%9F%8D%9E", nil), (String(repeating: "a", count: 65), nil),
            (#"'%3B%20DROP%20TABLE"#, nil), (event + "?key=1", nil),
        ] as [(String, String?)] {
            let reply = try await scene.call(event, of: merchant)
            #expect(reply.status == 200 && reply.text.isEmpty, "\(event)")
        }
        // The server asks Apple once about the unknown event, and then forgets it.
        #expect(try await scene.count("token_notices") == 1)
        #expect(try await stranger.count("token_notices") == 0)
        #expect(try await TokenScene.read() == 1)
        #expect(try await scene.asked() == [scene.line("event/\(event)")])
        #expect(try await scene.count("token_notices") == 0)
        #expect(try await scene.emitted().isEmpty)
    }

    @Test func `at most a thousand notices of a merchant wait`() async throws {
        let scene = try await TokenScene.open()
        _ = try await scene.subscribe(with: TokenScene.name())
        let database = try await TestServer.shared.value.database
        // Due so late that no worker asks about them.
        try await database.run(
            """
            INSERT INTO token_notices (merchant_id, event_id, heard_at, due_at)
            SELECT \(scene.shop.merchant.number), 'e' || n, now(), now() + interval '1 day'
            FROM generate_series(1, 999) n
            """)
        #expect(try await scene.call("one").status == 200)
        let refused = try await scene.call("two")
        #expect(refused.status == 429 && refused.http["Retry-After"] == "60")
        #expect(try await scene.count("token_notices") == 1_000)
        try await database.run(
            "DELETE FROM token_notices WHERE merchant_id = \(scene.shop.merchant.number)")
    }

    @Test func `parallel workers ask about each event once`() async throws {
        let scene = try await TokenScene.open()
        let token = TokenScene.name()
        _ = try await scene.subscribe(with: token)
        let events = (0..<8).map { _ in TokenScene.name("event") }
        for event in events {
            try await TokenScene.setTokenAnswer(event, TokenScene.unlink(token))
            _ = try await scene.call(event)
        }
        let ended = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { try await TokenScene.read() } }
            return try await group.reduce(0, +)
        }
        #expect(ended == 8)
        #expect(
            try await scene.asked().sorted() == events.map { scene.line("event/\($0)") }.sorted())
        #expect(try await scene.emitted().count == 1)
    }

    @Test func `a worker skips token events that another worker has claimed`() async throws {
        let scene = try await TokenScene.open()
        let event = TokenScene.name("event")
        let ended = try await scene.subscribe(with: TokenScene.name())
        let path = "/v1/subscriptions/\(ended)/cancel"
        #expect(try await scene.shop.ask("POST", path, #"{"at":"now"}"#).status == 200)
        _ = try await scene.call(event)
        let now = TestServer.now()
        let (claimed, seen) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let lease = now.adding(seconds: AppleBackoff.leaseSeconds)
        async let wasPassed = TestServer.shared.value.database.transaction { transaction in
            for claim in [
                TokenNotice.claim(at: now, leasedUntil: lease, limit: 20),
                TokenUnlink.claim(at: now, leasedUntil: lease, limit: 20),
            ] {
                let rows = try transaction.run(claim)
                #expect(rows.count == 1)
            }
            claimed.signal()
            return seen.wait(timeout: .now() + 5) == .success
        }
        try await eventually("the notice is claimed") { claimed.wait(timeout: .now()) == .success }
        #expect(try await TokenScene.read() == 0)
        #expect(try await TokenScene.sendUnlinks() == 0)
        seen.signal()
        #expect(try await wasPassed)
        #expect(try await scene.asked().isEmpty)
        #expect(try await TokenScene.read(after: 61) + TokenScene.sendUnlinks(after: 61) == 2)
    }

    @Test func `Apple's gateway is called again until it answers`() async throws {
        let scene = try await TokenScene.open()
        let (token, event) = (TokenScene.name(), TokenScene.name("event"))
        let subscription = try await scene.subscribe(with: token)
        try await TokenScene.setTokenAnswer(event, status: 500, "")
        _ = try await scene.call(event)
        #expect(try await TokenScene.read(isUp: false) == 0)
        #expect(try await TokenScene.read() == 0)
        #expect(try await scene.asked().isEmpty, "the notice waits before its next try")
        #expect(try await TokenScene.read(after: 16) == 0)
        #expect(try await scene.asked().count == 1)
        try await TokenScene.setTokenAnswer(event, TokenScene.unlink(token))
        #expect(try await TokenScene.read(after: 29) == 0)
        #expect(try await TokenScene.read(after: 31) == 1)
        #expect(try await scene.toaster.find(subscription).string("card.unlinkedAt") != nil)
    }

    @Test func `an identity certificate may be stored after Apple has called`() async throws {
        let bare = try await TokenScene.open(hasIdentity: false)
        let (token, event) = (TokenScene.name(), TokenScene.name("event"))
        _ = try await bare.subscribe(with: token)
        try await TokenScene.setTokenAnswer(event, TokenScene.unlink(token))
        _ = try await bare.call(event)
        #expect(try await TokenScene.read() == 0)
        let scene = try await bare.identified()
        #expect(try await TokenScene.read(after: 16) == 1)
        #expect(try await scene.emitted().map(\.type) == ["card.unlinked"])
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"eventType":"UNLINK"}"#,
        #"{"eventType":"UNLINK","merchantTokenIdentifier":7}"#,
        #"{"merchantTokenIdentifier":"a"}"#, TokenScene.unlink(String(repeating: "a", count: 65)),
        TokenScene.metadata("a", "12345"),
    ])
    func `an invalid event is fetched five times and then abandoned`(body: String) async throws {
        let scene = try await TokenScene.open()
        let event = TokenScene.name("event")
        _ = try await scene.subscribe(with: TokenScene.name())
        try await TokenScene.setTokenAnswer(event, body)
        _ = try await scene.call(event)
        for _ in 0..<8 { try await TokenScene.read(after: 3_600) }
        #expect(try await scene.asked().count == 5)
        let merchant = scene.shop.merchant.number
        #expect(
            TokenScene.abandoned.all.filter { $0.merchant == merchant } == [
                AppleTokenService.AbandonedTask(
                    kind: .event, merchant: merchant, unavailability: nil)
            ])
        #expect(try await scene.emitted().isEmpty)
    }

    @Test func `an event that is seven days old is abandoned and then deleted`() async throws {
        let scene = try await TokenScene.open()
        let event = TokenScene.name("event")
        _ = try await scene.subscribe(with: TokenScene.name())
        _ = try await scene.call(event)
        let database = try await TestServer.shared.value.database
        let merchant = scene.shop.merchant.number
        try await database.run(
            """
            UPDATE token_notices SET heard_at = heard_at - interval '7 days'
            WHERE merchant_id = \(merchant)
            """)
        let now = TestServer.now()
        #expect(
            try await DeleteTokenNotices(now: now)(on: database) == 0, "a waiting notice is kept")
        #expect(try await TokenScene.read(isUp: false) == 1)
        #expect(
            TokenScene.abandoned.all.filter { $0.merchant == merchant }.map(\.unavailability)
                == [.unreachable])
        #expect(try await TokenScene.read(after: 86_400) == 0)
        #expect(try await DeleteTokenNotices(now: now.adding(seconds: 60))(on: database) == 1)
        #expect(try await scene.count("token_notices") == 0)
    }

    @Test func `a worker takes over a token event of a worker that died`() async throws {
        let scene = try await TokenScene.open()
        let (token, event) = (TokenScene.name(), TokenScene.name("event"))
        _ = try await scene.subscribe(with: token)
        try await TokenScene.setTokenAnswer(event, TokenScene.unlink(token))
        _ = try await scene.call(event)
        let now = TestServer.now()
        let claimed = try await TestServer.shared.value.database.run(
            TokenNotice.claim(
                at: now, leasedUntil: now.adding(seconds: AppleBackoff.leaseSeconds), limit: 20))
        #expect(claimed.count == 1)
        #expect(try await TokenScene.read(after: 50) == 0)
        #expect(try await TokenScene.read(after: 61) == 1)
        // The first worker finishes after its lease ended, and changes nothing.
        let late = FinishTokenNotice(
            notice: try TokenNotice(row: claimed[0]), outcome: .unknown, moment: TestServer.moment()
        )
        let ended = try await TestServer.shared.value.database.transaction { try late(in: $0) }
        #expect(ended == .waits)
        #expect(try await scene.count("token_notices") == 1)
        #expect(try await scene.emitted().count == 1)
    }
}
