import CartSupport
import Idempotency
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Captures whose server died, or whose outcome was unknown.
struct OperationRecoveryTests {
    @Test func `the worker requests a started capture once`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        let started = try await till.database.transaction {
            try till.beginCapture(session, 400)(in: $0)
        }
        #expect(started.operation.state == .started && started.session.capturing == 400)
        #expect(try await till.resolve(started.operation, by: bank.processor))
        #expect(try await !till.resolve(started.operation, by: bank.processor))
        let after = try await till.session(session)
        #expect(after.captured == 400 && after.capturing == 0)
        #expect(await bank.total.taken == 400)
        #expect(try await till.books(session) == ["processor → revenue 400"])
    }

    @Test func `an unknown capture keeps its amount reserved until it is known`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        await bank.lose(2)
        let unknown = try await till.capture(session, 600, by: bank.processor)
        #expect(unknown.operation.state == .unknown)
        let over = await till.refusal { try await till.capture(session, 401, by: bank.processor) }
        #expect(over == .exceedsAuthorization(remaining: money("4.00")))
        #expect(try await !till.resolve(unknown.operation, by: bank.processor))
        #expect(try await till.resolve(unknown.operation, by: bank.processor))
        #expect(try await till.session(session).captured == 600)
        #expect(await bank.total.taken == 600)
        #expect(await bank.asked == ["capture 600", "capture 600", "capture 600"])
    }

    @Test func `several workers finish one capture once`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let bank = StatefulBank()
            let session = try await till.authorized(by: bank)
            _ = try await database.transaction { try till.beginCapture(session)(in: $0) }
            let recover = RecoverOperations(
                till.paymentContext(bank.processor))
            #expect(try await recover(at: now.adding(seconds: 4)) == 0)
            let later = now.adding(seconds: 6)
            let ended = try await together(4) { _ in try await recover(at: later) }
            #expect(ended.reduce(0, +) == 1)
            #expect(try await till.session(session).state == .captured)
            #expect(try await till.books(session).count == 1)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a processor that hangs on one payment blocks no other`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let bank = StatefulBank()
            for amount: Int64 in [100, 200] {
                let session = try await till.authorized(by: bank)
                _ = try await database.transaction {
                    try till.beginCapture(session, amount)(in: $0)
                }
            }
            // The first of them is answered after the other.
            let gate = Gate()
            var processor = bank.processor
            let capture = processor.capture
            processor.capture = { (request) async throws(ProcessorFault) in
                if request.amount == money("1.00") { await gate.wait() }
                let outcome = try await capture(request)
                gate.open()
                return outcome
            }
            let recover = RecoverOperations(
                till.paymentContext(processor))
            #expect(try await recover(at: now.adding(seconds: 6)) == 2)
            #expect(await bank.total.taken == 300)
        }
    }

    @Test func `a repeated call finishes the capture that it started`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        let claim = Claim(
            merchant: till.merchant.number.value, scope: "server", key: "again",
            fingerprint: [1], at: now.microseconds)
        let started = try await till.database.transaction {
            try till.beginCapture(session, claim: claim)(in: $0)
        }
        let subject: UUID128? = try await till.database.transaction {
            try claim.subject(in: $0)
        }
        #expect(subject == started.operation.id.uuid)
        let again = { (moment: Instant) in
            try await RetryOperation(
                started.operation.id, context: till.context(session, at: moment),
                lease: .seconds(5), claim: claim)(
                    till.runner(bank.processor, at: moment)
                ) { _ in StoredAnswer(status: 201, body: [1]) }
        }
        await #expect(throws: OperationInProgress.self) { try await again(now) }
        let ended = try await again(now.adding(seconds: 6))
        #expect(ended.operation.state == .succeeded)
        let kept = try await till.database.transaction { try claim.find(in: $0) }
        #expect(kept == .replay(StoredAnswer(status: 201, body: [1])))
        #expect(await bank.asked == ["capture 1000"])
    }
}
