import CartSupport
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Authorizations that are released, by the merchant or by expiry.
struct VoidTests {
    @Test func `an uncaptured payment is voided once`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        try await till.void(session, by: bank.processor)
        try await till.void(session, by: bank.processor)
        #expect(try await till.session(session).state == .canceled)
        #expect(try await till.attempts(session).map(\.state) == [.voided])
        #expect(await bank.asked == ["void"])
        #expect(try await till.events(session) == ["checkout.authorized", "checkout.voided"])
        let late = await till.refusal { try await till.capture(session, by: bank.processor) }
        #expect(late == .notAuthorized(.canceled))
    }

    @Test func `a void releases the rest after partial captures, which stay`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        try await till.capture(session, 300, by: bank.processor)
        try await till.void(session, by: bank.processor)
        let after = try await till.session(session)
        #expect(after.state == .captured && after.captured == 300)
        #expect(await bank.asked == ["capture 300", "capture 0"])
        #expect(await bank.total.taken == 300)
        #expect(await bank.charges.values.first?.isOver == true)
        #expect(try await till.events(session).last == "checkout.voided")
    }

    @Test func `a capture in progress must end before a void`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        _ = try await till.database.transaction { try till.beginCapture(session, 1)(in: $0) }
        let refusal = await till.refusal { try await till.void(session, by: bank.processor) }
        #expect(refusal == .captureInFlight(secondsLeft: 5))
    }

    @Test
    func `one warning is emitted a day before an authorization expires and is voided`() async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let bank = StatefulBank()
            let session = try await till.authorized(by: bank)
            // An authorization of the test bank expires at `now`.
            let expire = ExpireAuthorizations(
                till.paymentContext(bank.processor))
            #expect(try await expire(at: now.adding(seconds: -86_401)) == 0)
            #expect(try await expire(at: now.adding(seconds: -86_400)) == 1)
            #expect(try await expire(at: now.adding(seconds: -1)) == 0)
            #expect(try await expire(at: now) == 1)
            #expect(try await expire(at: now) == 0)
            #expect(try await till.session(session).state == .expired)
            #expect(
                try await till.events(session) == [
                    "checkout.authorized", "checkout.authorization_expiring",
                    "checkout.authorization_expired",
                ])
            #expect(await bank.asked == ["void"])
        }
    }

    @Test
    func `an authorization expires behind a page of others that have captures in progress`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let bank = StatefulBank()
            for _ in 0..<ExpireAuthorizations.batch {
                let busy = try await till.authorized(by: bank)
                _ = try await till.database.transaction { try till.beginCapture(busy, 1)(in: $0) }
            }
            try await database.run(
                """
                UPDATE attempts SET capture_before = capture_before - interval '1 s'
                WHERE merchant_id = \(till.merchant.number)
                """)
            let session = try await till.authorized(by: bank)
            let expire = ExpireAuthorizations(till.paymentContext(bank.processor))
            #expect(try await expire(at: now) == 1)
            #expect(try await till.session(session).state == .expired)
        }
    }

    @Test func `captures stay when the authorization expires`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let bank = StatefulBank()
            let session = try await till.authorized(by: bank)
            try await till.capture(session, 300, by: bank.processor)
            let expire = ExpireAuthorizations(
                till.paymentContext(bank.processor))
            #expect(try await expire(at: now) == 1)
            #expect(try await till.session(session).state == .captured)
            #expect(await bank.asked == ["capture 300"])
        }
    }
}
