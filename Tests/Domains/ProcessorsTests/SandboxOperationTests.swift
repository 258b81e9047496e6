import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Processors

@Suite(.timeLimit(.minutes(5))) struct SandboxOperationTests {
    @Test func `the sandbox passes the operation conformance`() async throws {
        let fixture = try await SandboxFixture()
        try await OperationConformance(
            processor: fixture.processor.limited(to: .seconds(20), on: Deadlines()),
            merchant: fixture.merchant,
            approving: .simulated(SimulatedToken(), card: SandboxFixture.card),
            declining: .simulated(SimulatedToken(outcome: .decline), card: SandboxFixture.card),
            record: fixture.record
        ).run()
        #expect(fixture.errors.all == [])
    }

    @Test func `the sandbox passes the records conformance`() async throws {
        let fixture = try await SandboxFixture()
        let clock = fixture.clock
        try await RecordsConformance(
            processor: fixture.processor.limited(to: .seconds(20), on: Deadlines()),
            merchant: fixture.merchant,
            approving: .simulated(SimulatedToken(), card: SandboxFixture.card),
            declining: .simulated(SimulatedToken(outcome: .decline), card: SandboxFixture.card),
            now: { clock.now }, pageMax: Sandbox.recordsMax
        ).run()
        #expect(fixture.errors.all == [])
    }

    @Test
    func `an operation in progress is listed as pending, an expired authorization as captured`()
        async throws
    {
        let fixture = try await SandboxFixture()
        let moving = try await charge(
            fixture, "moving", SimulatedOperations(capture: .pending), minorUnits: 1000)
        _ = try await fixture.processor.capture(fixture.capture("moves", of: moving, 400))
        let kept = try await charge(fixture, "kept", SimulatedOperations(), minorUnits: 1000)
        _ = try await fixture.processor.capture(fixture.capture("keeps", of: kept, 400))
        let span = RecordsRequest(
            merchant: fixture.merchant, from: fixture.clock.now,
            until: fixture.clock.now.adding(seconds: 1))
        let now = try await fixture.processor.allRecords(span)
        #expect(
            now.map(\.state).sorted { $0.rawValue < $1.rawValue } == [.partiallyCaptured, .pending])
        fixture.clock.advance(milliseconds: 8 * 86_400_000)
        let later = try await fixture.processor.allRecords(span)
        let record = try #require(later.first { $0.key == kept })
        #expect((record.state, record.authorized) == (.captured, 400))
    }

    /// A charge of 10.00 whose token sets the later outcome.
    private func charge(
        _ fixture: SandboxFixture, _ name: String, _ later: SimulatedOperations,
        minorUnits: Int64 = 1000, captureNow: Bool = false
    ) async throws -> AttemptKey {
        let request = AuthorizationRequest(
            key: fixture.key(name), amount: fixture.usd(minorUnits), statementName: "Shop",
            payment: .simulated(SimulatedToken(later: later), card: SandboxFixture.card),
            captureNow: captureNow)
        guard case .approved = try await fixture.processor.authorize(request) else {
            throw NotApproved()
        }
        return request.key
    }

    private struct NotApproved: Error {}

    @Test func `a capture that the bank refuses moves no money, by token and by amount`()
        async throws
    {
        let fixture = try await SandboxFixture()
        let byToken = try await charge(fixture, "token", SimulatedOperations(capture: .fail))
        let byAmount = try await charge(fixture, "amount", .none, minorUnits: 500_001)
        for (charge, minorUnits) in [(byToken, 700), (byAmount, 500_001)] as [(AttemptKey, Int64)] {
            let request = fixture.capture("fails_\(minorUnits)", of: charge, minorUnits)
            for _ in 0..<2 {
                #expect(try await fixture.processor.capture(request) == .refused(.refusedByBank))
            }
            #expect(try await fixture.record(charge).taken == 0)
        }
        // The amount chooses the outcome, so a capture of another amount succeeds.
        #expect(
            try await fixture.processor.capture(
                fixture.capture("works", of: byAmount, 500_000)
            ).isCaptured)
    }

    @Test(arguments: [
        (SimulatedOperation.unknown, ProcessorFault.answerLost), (.garbage, .garbage),
    ])
    func `a lost or garbled answer belongs to a completed operation`(
        movement: SimulatedOperation, fault: ProcessorFault
    ) async throws {
        let fixture = try await SandboxFixture()
        let charge = try await charge(
            fixture, "lost",
            SimulatedOperations(
                capture: movement, increment: movement == .unknown ? .unknown : .garbage,
                refund: movement))
        let increment = IncrementRequest(
            key: fixture.key("more"), charge: charge, amount: fixture.usd(100))
        await #expect(throws: fault) { try await fixture.processor.increment(increment) }
        guard case .approved = try await fixture.processor.increment(increment) else {
            throw NotApproved()
        }
        let capture = fixture.capture("taken", of: charge, 1100)
        await #expect(throws: fault) { try await fixture.processor.capture(capture) }
        #expect(try await fixture.processor.capture(capture).isCaptured)
        let refund = fixture.refund("back", of: charge, 300)
        await #expect(throws: fault) { try await fixture.processor.refund(refund) }
        #expect(try await fixture.processor.refund(refund).hasSucceeded)
        #expect(try await fixture.record(charge) == RecordedMoney(taken: 1100, refunded: 300))
    }

    @Test func `a slow outcome of the sandbox delays its answer`() async throws {
        let fixture = try await SandboxFixture()
        let charge = try await charge(
            fixture, "slow",
            SimulatedOperations(capture: .slow, increment: .slow, refund: .slow))
        _ = try await fixture.processor.increment(
            IncrementRequest(key: fixture.key("one"), charge: charge, amount: fixture.usd(1)))
        _ = try await fixture.processor.capture(fixture.capture("one", of: charge, 1001))
        _ = try await fixture.processor.refund(fixture.refund("one", of: charge, 1))
        #expect(fixture.clock.sleeps.all == [3000, 3000, 3000])
    }

    @Test(arguments: [true, false])
    func `a pending capture ends after its delay`(succeeds: Bool) async throws {
        let fixture = try await SandboxFixture()
        let ending: SimulatedOperation = succeeds ? .pending : .pendingFail
        let charge = try await charge(
            fixture, "pends",
            SimulatedOperations(capture: ending, refund: ending, milliseconds: 500))
        let capture = fixture.capture("pends", of: charge, 600, isLast: true)
        #expect(try await fixture.processor.capture(capture) == .pending)
        #expect(try await fixture.record(charge) == RecordedMoney(held: 600))
        // The pending amount cannot be captured or refunded a second time.
        let other = try await fixture.processor.capture(fixture.capture("more", of: charge, 500))
        #expect(other.isRefused)
        fixture.clock.advance(milliseconds: 499)
        #expect(try await fixture.processor.capture(capture) == .pending)
        fixture.clock.advance(milliseconds: 1)
        for _ in 0..<2 {
            let ended = try await fixture.processor.capture(capture)
            #expect(succeeds ? ended.isCaptured : ended == .refused(.refusedByBank))
            #expect(try await fixture.record(charge) == RecordedMoney(taken: succeeds ? 600 : 0))
        }
    }

    @Test(arguments: [true, false])
    func `a pending refund ends after its delay and is not paid twice`(succeeds: Bool)
        async throws
    {
        let fixture = try await SandboxFixture()
        let charge = try await charge(
            fixture, "refund_pends",
            SimulatedOperations(refund: succeeds ? .pending : .pendingFail),
            captureNow: true)
        let refund = fixture.refund("first", of: charge, 600)
        guard case .pending = try await fixture.processor.refund(refund) else {
            throw NotApproved()
        }
        #expect(
            try await fixture.processor.refund(fixture.refund("second", of: charge, 500))
                == .failed(.exceeds))
        fixture.clock.advance(milliseconds: 10_000)
        for _ in 0..<2 {
            let ended = try await fixture.processor.refund(refund)
            #expect(succeeds ? ended.hasSucceeded : ended == .failed(.refusedByBank))
            #expect(
                try await fixture.record(charge)
                    == RecordedMoney(taken: 1000, refunded: succeeds ? 600 : 0))
        }
    }

    @Test(arguments: [
        (SimulatedIncrement.decline, IncrementOutcome.declined(.insufficientFunds)),
        (.unsupported, .refused(.unsupported)),
    ])
    func `a declined increment does not raise the authorization`(
        increment: SimulatedIncrement, outcome: IncrementOutcome
    ) async throws {
        let fixture = try await SandboxFixture()
        let byToken = try await charge(
            fixture, "token", SimulatedOperations(increment: increment))
        let byAmount = try await charge(fixture, "amount", .none)
        let amount = try #require(SimulatedIncrement.amounts.first { $0.increment == increment })
        for (charge, minorUnits) in [(byToken, 5), (byAmount, amount.minorUnits)] {
            let request = IncrementRequest(
                key: fixture.key("more_\(minorUnits)"), charge: charge,
                amount: fixture.usd(minorUnits))
            for _ in 0..<2 {
                #expect(try await fixture.processor.increment(request) == outcome)
            }
            #expect(try await fixture.record(charge) == RecordedMoney(held: 1000))
        }
    }

    @Test func `an authorization expires after the token's time`() async throws {
        let fixture = try await SandboxFixture()
        let charge = try await charge(fixture, "short", SimulatedOperations(holdSeconds: 5))
        guard case .approved(let approval) = try await fixture.processor.find(charge) else {
            throw NotApproved()
        }
        #expect(approval.captureBefore == fixture.clock.now.adding(seconds: 5))
        fixture.clock.advance(milliseconds: 4_999)
        #expect(
            try await fixture.processor.capture(fixture.capture("early", of: charge, 1)).isCaptured)
        fixture.clock.advance(milliseconds: 1)
        #expect(
            try await fixture.processor.capture(fixture.capture("late", of: charge, 1))
                == .refused(.expired))
        #expect(
            try await fixture.processor.increment(
                IncrementRequest(key: fixture.key("late"), charge: charge, amount: fixture.usd(1)))
                == .refused(.expired))
        // The amount captured in time can still be refunded.
        #expect(
            try await fixture.processor.refund(fixture.refund("back", of: charge, 1)).hasSucceeded)
    }

    @Test func `the sandbox refuses operations in another currency`() async throws {
        let fixture = try await SandboxFixture()
        let charge = try await charge(fixture, "usd", .none)
        let euros = Money(minorUnits: 1, currency: Currency("EUR")!)
        #expect(
            try await fixture.processor.capture(
                CaptureRequest(
                    key: fixture.key("eur"), charge: charge, amount: euros, isLast: false))
                == .refused(.unsupported))
        #expect(
            try await fixture.processor.refund(
                RefundRequest(key: fixture.key("eur"), charge: charge, amount: euros))
                == .failed(.unsupported))
    }

    /// The table's constraint would refuse it too, but as an error and not as an answer.
    @Test func `an operation that waited for the charge sees the remaining amount`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await SandboxFixture(on: database)
            let charge = try await charge(fixture, "waits", .none)
            let request = fixture.capture("second", of: charge, 600)
            let second = SandboxOperation(
                .capture, key: request.key, charge: charge, amount: request.amount, isLast: false,
                plan: SandboxOperationPlan(capture: 600, simulation: .none), at: fixture.clock.now)
            let gate = BodyGate()
            async let first: Void = database.transaction { transaction in
                try transaction.run(
                    """
                    UPDATE sandbox.charges SET taken = 600
                    WHERE merchant_id = \(charge.merchant.value) AND key = \(charge.text)
                    """)
                gate.wait()
            }
            try await eventually("the first operation has locked the charge") { gate.isReached }
            async let rows = database.run(second.apply)
            try await fixture.eventuallyWaits("the second waits for the first")
            gate.open()
            try await first
            let row = try #require(try await rows.first)
            let settled = try SandboxOperation(row, .capture, request.key)
            #expect(settled.capture == .refused(.exceeds))
        }
    }

    @Test(arguments: [
        "taken = 1001", "taken = 600, released = 401", "taken = 600, taking = 401",
        "taken = 600, refunded = 601", "taken = 600, refunded = 1, refunding = 600", "taken = -1",
    ])
    func `the sandbox's tables refuse amounts above the authorization`(change: String)
        async throws
    {
        let fixture = try await SandboxFixture()
        let charge = try await charge(fixture, "own", .none)
        await #expect(throws: PostgresError.self) {
            try await fixture.database.run(
                """
                UPDATE sandbox.charges SET \(raw: change)
                WHERE merchant_id = \(charge.merchant.value) AND key = \(charge.text)
                """)
        }
    }
}
