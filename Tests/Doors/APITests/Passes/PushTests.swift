import API
import Credentials
import Crypto
import Foundation
import HTTPClient
import Merchants
import Passes
import Postgres
import TestSupport
import Testing
import Threads
import Vocabulary

/// Phones are notified of changes through a local push service.
///
/// Serialized: the worker takes the due pushes of all merchants.
@Suite(
    .timeLimit(.minutes(5)), .serialized, .enabled(if: LocalStripe.isThere, LocalStripe.isAway))
struct PushTests {
    private let service: TestPush
    private let lines: PushConnections

    init() async throws {
        let forge = try await TestServer.shared.value.forge
        service = try await TestPush(trusting: forge.read("root.pem"))
        lines = PushConnections(
            trusting: service.authorities, by: ConnectOverride("127.0.0.1:\(service.port)"))
    }

    /// A push token that no other test uses.
    private static func token() -> String { Hex.encode(Random.bytes(32)) }

    /// Sends the due pushes of this pass's type, as the worker does at the given time.
    private func push(
        _ held: HeldByPhone, at moment: Instant = TestServer.now(), _ gateway: PushGateway? = nil
    ) async throws {
        let server = try await TestServer.shared.value
        let signer = server.services.credentials.signer(
            of: server.services.registry, now: TestServer.now)
        let context = PushContext(
            database: server.database, gateway: gateway ?? lines.gateway,
            signer: { number, type in
                // Pushes of other tests in the same database are left alone.
                guard type == held.scene.typeIdentifier else { return nil }
                return try await signer(number, type)
            }, now: { moment }, report: { _, _ in })
        while try await PushPasses(context)(at: moment) > 0 {}
    }

    private func held(_ token: String) async throws -> HeldByPhone {
        let held = try await PassScene.open().held()
        #expect(try await held.register(token).status == 201)
        return held
    }

    @Test func `several changes of a pass cause one empty push with its type as topic`()
        async throws
    {
        let token = Self.token()
        let held = try await held(token)
        try await push(held)
        #expect(try service.seen().isEmpty, "an unchanged pass sends no push")
        for name in ["Ada", "Byron"] { _ = try await held.change(#""fields":{"name":"\#(name)"}"#) }
        _ = try await held.change(#""fields":{"name":"Byron"}"#)
        try await push(held)
        let seen = try service.seen()
        #expect(seen.count == 1)
        let one = try #require(seen.first)
        #expect(one.token == token)
        #expect(one.body == "{}")
        #expect(one.headers[":method"] == "POST")
        #expect(one.headers["apns-topic"] == held.scene.typeIdentifier)
        #expect(one.shown == held.scene.typeIdentifier, "the certificate names the pass type")
        #expect(one.protocol == "h2")
        try await push(held)
        #expect(try service.seen().count == 1, "the phone gets one push")
        _ = try await held.change(#""fields":{"name":"Ada"}"#)
        try await push(held)
        #expect(try service.seen().count == 2)
        #expect(try Set(service.seen().map(\.connection)) == [1], "all pushes use one connection")
    }

    @Test func `an operator can notify the phones of a pass`() async throws {
        let token = Self.token()
        let held = try await held(token)
        let database = try await TestServer.shared.value.database
        let notify = { (serial: String) async throws -> Int in
            let notify = NotifyPhones(
                typeIdentifier: held.scene.typeIdentifier, serialNumber: serial,
                now: TestServer.now())
            return try await database.transaction { try notify(in: $0) }
        }
        #expect(try await notify(held.serial) == 1)
        await #expect(throws: PassesRefusal.notFound) { _ = try await notify("another") }
        try await push(held)
        #expect(try service.seen().map(\.token) == [token])
    }

    @Test func `an unregistered phone gets no push, and a new token replaces the old one`()
        async throws
    {
        let (first, second) = (Self.token(), Self.token())
        let held = try await held(first)
        #expect(try await held.register(second).status == 200)
        #expect(try await held.register(Self.token(), of: "other").status == 201)
        #expect(try await held.call("DELETE", held.registration(of: "other")).status == 200)
        _ = try await held.change(#""voided":true"#)
        try await push(held)
        #expect(try service.seen().map(\.token) == [second])
    }

    @Test(arguments: [
        (410, #"{"reason":"Unregistered","timestamp":4102444800000}"#, false),
        (410, #"{"reason":"ExpiredToken"}"#, false),
        (400, #"{"reason":"BadDeviceToken"}"#, false),
        // The phone has registered since then.
        (410, #"{"reason":"Unregistered","timestamp":1000000000000}"#, true),
        (400, #"{"reason":"DeviceTokenNotForTopic"}"#, true),
    ])
    func `a dead token unregisters its phone, unless it has registered since`(
        status: Int, body: String, stays: Bool
    ) async throws {
        let token = Self.token()
        let held = try await held(token)
        try service.answer(token, status, body)
        _ = try await held.change(#""voided":true"#)
        try await push(held)
        #expect(try await held.tokens() == (stays ? [token] : []))
        #expect(
            try await held.scene.shop.ask("GET", "/v1/passes/\(held.id)").number("devices")
                == (stays ? 1 : 0))
        try await push(held, at: TestServer.now().adding(seconds: 86_400))
        #expect(try service.seen().count == 1, "the phone gets no second push")
    }

    @Test func `a phone that registers a new token while the old one dies stays`() async throws {
        let (old, new) = (Self.token(), Self.token())
        let held = try await held(old)
        _ = try await held.change(#""voided":true"#)
        try await push(
            held,
            PushGateway { _, _ in
                let again = try? await held.register(new)
                return again?.status == 200 ? .gone(since: nil) : .later(nil)
            })
        #expect(try await held.tokens() == [new])
    }

    @Test(arguments: [429, 500, 503])
    func `a push that Apple cannot take now is retried later, and only then`(status: Int)
        async throws
    {
        let token = Self.token()
        let held = try await held(token)
        try service.answer(token, status, #"{"reason":"ServiceUnavailable"}"#)
        _ = try await held.change(#""voided":true"#)
        try await push(held)
        try await push(held)
        _ = try await held.change(#""voided":false"#)
        try await push(held)
        #expect(try service.seen().count == 1, "a new change does not shorten Apple's delay")
        try service.answer(token, 200, "")
        try await push(held, at: TestServer.now().adding(seconds: 60))
        #expect(try service.seen().count == 2)
        try await push(held, at: TestServer.now().adding(seconds: 86_400))
        #expect(try service.seen().count == 2)
    }

    @Test func `an unreachable push service or a refused certificate loses no phone`()
        async throws
    {
        let token = Self.token()
        let held = try await held(token)
        let nowhere = PushConnections(
            trusting: service.authorities, by: ConnectOverride("127.0.0.1:1"))
        #expect(try await held.change(#""voided":true"#).status == 200)
        // The job reports the fault, and the unsent push waits.
        await #expect(throws: PushServiceUnreachable(.unreachable)) {
            try await push(held, nowhere.gateway)
        }
        let count = CountWaitingPushes(of: held.scene.shop.merchant.number)
        let database = try await TestServer.shared.value.database
        let waiting = try await database.transaction { try count(in: $0) }
        #expect(waiting.phones == 1 && waiting.tries == 1)
        try service.answer(token, 403, #"{"reason":"BadCertificate"}"#)
        try await push(held, at: TestServer.now().adding(seconds: 60))
        #expect(try service.seen().count == 1)
        #expect(try await held.tokens() == [token])
        try service.answer(token, 200, "")
        try await push(held, at: TestServer.now().adding(seconds: 600))
        #expect(try service.seen().count == 1, "a certificate is checked again in an hour")
        try await push(held, at: TestServer.now().adding(seconds: 3_700))
        #expect(try service.seen().count == 2)
        nowhere.stop()
    }

    @Test func `a certificate that Apple refuses for a day costs the push no tries`() async throws {
        let held = try await held(Self.token())
        #expect(try await held.change(#""voided":true"#).status == 200)
        var moment = TestServer.now()
        for _ in 0..<24 {
            try await push(held, at: moment, PushGateway { _, _ in .certificateRejected })
            moment = moment.adding(seconds: 3_600)
        }
        try await push(held, at: moment, PushGateway { _, _ in .later(nil) })
        let count = CountWaitingPushes(of: held.scene.shop.merchant.number)
        let database = try await TestServer.shared.value.database
        let waiting = try await database.transaction { try count(in: $0) }
        #expect(waiting.phones == 1 && waiting.tries == 2)
    }

    @Test func `an unreadable certificate does not delay other merchants' pushes`()
        async throws
    {
        let token = Self.token()
        let held = try await self.held(token)
        let broken = try await self.held(Self.token())
        for one in [held, broken] { _ = try await one.change(#""voided":true"#) }
        let server = try await TestServer.shared.value
        let signer = server.services.credentials.signer(
            of: server.services.registry, now: TestServer.now)
        let context = PushContext(
            database: server.database, gateway: lines.gateway,
            signer: { number, type in
                if type == broken.scene.typeIdentifier { throw CryptoError.malformed }
                guard type == held.scene.typeIdentifier else { return nil }
                return try await signer(number, type)
            }, now: TestServer.now, report: { _, _ in })
        await #expect(throws: CryptoError.self) {
            while try await PushPasses(context)(at: TestServer.now()) > 0 {}
        }
        try await push(held)
        #expect(
            try service.seen().map(\.token) == [token], "the other failure does not stop this push")
    }

    @Test func `a change while a push is being sent gets another push`() async throws {
        let held = try await held(Self.token())
        _ = try await held.change(#""fields":{"name":"Ada"}"#)
        let times = Locked(0)
        let gateway = PushGateway { _, _ in
            if times.withLock({
                $0 += 1
                return $0
            }) == 1 {
                _ = try? await held.change(#""fields":{"name":"Byron"}"#)
            }
            return .accepted
        }
        try await push(held, gateway)
        try await push(held, at: TestServer.now().adding(seconds: 61), gateway)
        #expect(times.withLock { $0 } == 2)
    }

    @Test func `two thousand phones of one pass are notified over one connection`() async throws {
        let held = try await PassScene.open().held()
        let merchant = held.scene.shop.merchant.number
        let pass = try #require(Pass.ID(held.id))
        let type = try #require(PassType.ID(held.scene.type))
        let database = try await TestServer.shared.value.database
        try await database.run(
            """
            WITH phones AS (
                INSERT INTO wallet_devices (merchant_id, pass_type_id, device, push_token, token_at)
                SELECT \(merchant), \(type.uuid), sha256(n::text::bytea), lpad(to_hex(n), 64, '0'), now()
                FROM generate_series(1, 2000) n RETURNING device)
            INSERT INTO wallet_registrations (merchant_id, pass_type_id, device, pass_id, registered_at)
            SELECT \(merchant), \(type.uuid), device, \(pass.uuid), now() FROM phones
            """)
        _ = try await held.change(#""voided":true"#)
        try await push(held)
        let seen = try service.seen()
        #expect(Set(seen.map(\.token)).count == 2_000)
        #expect(seen.count == 2_000)
        #expect(Set(seen.map(\.connection)) == [1])
    }
}
