import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Processors

@Suite(.timeLimit(.minutes(5))) struct SandboxServiceTests {
    /// The sandbox with its service, on a separate database, because all fixtures of a database
    /// share its notices.
    private static func withService(
        _ body: (SandboxFixture, SandboxService) async throws -> Void
    ) async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await SandboxFixture(on: database)
            let clock = fixture.clock
            try await body(
                fixture,
                SandboxService(
                    database, clock: SandboxClock(now: { clock.now }, sleep: { _ in })))
        }
    }

    private static func charge(
        _ fixture: SandboxFixture, _ later: SimulatedOperations, captureNow: Bool = true
    ) async throws -> AttemptKey {
        let request = AuthorizationRequest(
            key: fixture.key("paid"), amount: fixture.usd(1000), statementName: "Shop",
            payment: .simulated(SimulatedToken(later: later), card: SandboxFixture.card),
            captureNow: captureNow)
        _ = try await fixture.processor.authorize(request)
        return request.key
    }

    /// The notices that are sent at this moment, in the order of their names.
    private static func heard(
        _ service: SandboxService, _ fixture: SandboxFixture
    ) async throws -> [String] {
        let heard = Journal<String>()
        _ = try await service.deliverNotices(at: fixture.clock.now) {
            heard.add("\($0.kind.rawValue) \($0.name)")
        }
        return heard.all.sorted()
    }

    @Test func `concurrent disputes and captures take at most the available amount`() async throws {
        try await Self.withService { fixture, service in
            let charge = try await Self.charge(fixture, .none, captureNow: false)
            let opened = try await withThrowingTaskGroup(of: Int64.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let capture = fixture.capture("capture_\(number)", of: charge, 100)
                        let outcome = try await fixture.processor.capture(capture)
                        #expect(outcome.isCaptured)
                        return 0
                    }
                    group.addTask {
                        let dispute = try await service.openDispute(
                            "\(number)", of: charge, amount: nil, reason: nil)
                        return dispute?.amount.minorUnits ?? 0
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(try await fixture.record(charge).taken == 800)
            let rest = try await service.openDispute("rest", of: charge, amount: nil, reason: nil)
            #expect(opened + (rest?.amount.minorUnits ?? 0) == 800)
            #expect(fixture.errors.all == [])
        }
    }

    @Test func `a dispute that waits for a capture takes the captured amount`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await SandboxFixture(on: database)
            let clock = fixture.clock
            let service = SandboxService(
                database, clock: SandboxClock(now: { clock.now }, sleep: { _ in }))
            let charge = try await Self.charge(fixture, .none, captureNow: false)
            let gate = BodyGate()
            async let capture: Void = database.transaction { transaction in
                try transaction.run(
                    """
                    UPDATE sandbox.charges SET taken = 300
                    WHERE merchant_id = \(charge.merchant.value) AND key = \(charge.text)
                    """)
                gate.wait()
            }
            try await eventually("the capture has locked the charge") { gate.isReached }
            async let dispute = service.openDispute("1", of: charge, amount: nil, reason: nil)
            try await fixture.eventuallyWaits("the dispute waits for the capture")
            gate.open()
            try await capture
            #expect(try await dispute?.amount == fixture.usd(300))
            #expect(fixture.errors.all == [])
        }
    }

    @Test func `a dispute takes the merchant's amount, and winning returns it`() async throws {
        try await Self.withService { fixture, service in
            let charge = try await Self.charge(fixture, .none)
            _ = try await fixture.processor.refund(fixture.refund("before", of: charge, 100))
            let part = try #require(
                try await service.openDispute("1", of: charge, amount: 300, reason: "duplicate"))
            #expect(
                part
                    == DisputeReport(
                        reference: "sandbox_dispute_1", charge: charge, amount: fixture.usd(300),
                        reason: "duplicate", state: .opened))
            let rest = try #require(
                try await service.openDispute("2", of: charge, amount: nil, reason: nil))
            #expect(rest.amount == fixture.usd(600))
            #expect(rest.reason == "fraudulent")
            let more = try await service.openDispute("3", of: charge, amount: 1, reason: nil)
            #expect(more == nil)
            let nothing = try await service.openDispute("3", of: charge, amount: nil, reason: nil)
            #expect(nothing == nil)
            // The disputed amount cannot be refunded as well.
            #expect(
                try await fixture.processor.refund(fixture.refund("disputed", of: charge, 1))
                    == .failed(.exceeds))
            for _ in 0..<2 {
                let won = try await service.endDispute(
                    part.reference, of: fixture.merchant, isWon: true)
                #expect(won?.state == .won)
            }
            #expect(
                try await fixture.processor.refund(fixture.refund("won", of: charge, 300))
                    .hasSucceeded)
            let lost = try await service.endDispute(
                rest.reference, of: fixture.merchant, isWon: false)
            #expect(lost?.state == .lost)
            // The first decision is final.
            let late = try await service.endDispute(
                rest.reference, of: fixture.merchant, isWon: true)
            #expect(late?.state == .lost)
            #expect(
                try await fixture.processor.refund(fixture.refund("lost", of: charge, 1))
                    == .failed(.exceeds))
            let known = try await fixture.processor.dispute(fixture.merchant, rest.reference)
            #expect(known == lost)
            let theirs = MerchantNumber(fixture.merchant.value + 1)
            #expect(try await fixture.processor.dispute(theirs, rest.reference) == nil)
            #expect(try await service.endDispute(rest.reference, of: theirs, isWon: true) == nil)
        }
    }

    @Test(arguments: [true, false])
    func `a token opens a dispute with the charge, and a notice reports it`(captureNow: Bool)
        async throws
    {
        try await Self.withService { fixture, service in
            let charge = try await Self.charge(
                fixture, SimulatedOperations(dispute: .open), captureNow: captureNow)
            if !captureNow {
                let capture = fixture.capture("taken", of: charge, 700)
                for _ in 0..<2 { _ = try await fixture.processor.capture(capture) }
            }
            #expect(try await Self.heard(service, fixture) == [])
            fixture.clock.advance(milliseconds: 1000)
            let reference = captureNow ? "sandbox_dispute_paid" : "sandbox_dispute_taken"
            #expect(try await Self.heard(service, fixture) == ["dispute \(reference)"])
            let report = try await fixture.processor.dispute(fixture.merchant, reference)
            #expect(report?.amount == fixture.usd(captureNow ? 1000 : 700))
            #expect(report?.charge == charge)
            #expect(try await Self.heard(service, fixture) == [])
        }
    }

    @Test(arguments: [true, false])
    func `a call ends a pending refund once, and overrides its token`(succeeds: Bool) async throws {
        try await Self.withService { fixture, service in
            let charge = try await Self.charge(
                fixture, SimulatedOperations(refund: succeeds ? .pendingFail : .pending))
            let refund = fixture.refund("back", of: charge, 400)
            _ = try await fixture.processor.refund(refund)
            let ended = try await service.endRefund(refund.key, succeeds: succeeds)
            #expect(succeeds ? ended?.hasSucceeded == true : ended == .failed(.refusedByBank))
            #expect(try await service.endRefund(refund.key, succeeds: !succeeds) == ended)
            fixture.clock.advance(milliseconds: 60_000)
            #expect(try await fixture.processor.refund(refund) == ended)
            #expect(
                try await fixture.record(charge)
                    == RecordedMoney(taken: 1000, refunded: succeeds ? 400 : 0))
            #expect(try await service.endRefund(fixture.key("nobody"), succeeds: true) == nil)
        }
    }

    @Test func `a notice is sent when a pending or late result is known`() async throws {
        try await Self.withService { fixture, service in
            let charge = try await Self.charge(
                fixture,
                SimulatedOperations(capture: .pending, refund: .pending, milliseconds: 2000),
                captureNow: false)
            _ = try await fixture.processor.capture(fixture.capture("one", of: charge, 500))
            _ = try await fixture.processor.authorize(
                fixture.request("late", .lateSuccess, delay: 2000))
            fixture.clock.advance(milliseconds: 1999)
            #expect(try await Self.heard(service, fixture) == [])
            fixture.clock.advance(milliseconds: 1)
            #expect(
                try await Self.heard(service, fixture) == [
                    "authorization att_late", "capture att_one",
                ]
            )
        }
    }

    @Test func `an unacknowledged notice is repeated, ten times in all`() async throws {
        struct Deaf: Error {}
        try await Self.withService { fixture, service in
            _ = try await Self.charge(fixture, SimulatedOperations(dispute: .open))
            fixture.clock.advance(milliseconds: 1000)
            for _ in 0..<10 {
                await #expect(throws: Deaf.self) {
                    try await service.deliverNotices(at: fixture.clock.now) { _ in throw Deaf() }
                }
                // The notice is not repeated at once.
                #expect(try await Self.heard(service, fixture) == [])
                fixture.clock.advance(milliseconds: 5000)
            }
            #expect(try await Self.heard(service, fixture) == [])
        }
    }
}
