import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(5))) struct SandboxTests {
    @Test func `the sandbox passes the processor conformance`() async throws {
        let fixture = try await SandboxFixture()
        // With a time limit, as the server calls it.
        try await ProcessorConformance(
            processor: fixture.processor.limited(to: .seconds(20), on: Deadlines()),
            merchant: fixture.merchant,
            approving: .simulated(SimulatedToken(), card: SandboxFixture.card),
            declining: .simulated(SimulatedToken(outcome: .decline), card: SandboxFixture.card),
            charges: fixture.charges
        ).run()
        #expect(fixture.errors.all == [])
    }

    @Test func `an approval has all recorded details`() async throws {
        let fixture = try await SandboxFixture()
        let request = fixture.request("10190f3d3s07", from: "GB")
        let outcome = try await fixture.processor.authorize(request)
        let approval = Approval(
            reference: "sandbox_10190f3d3s07", amount: request.amount,
            networkTransaction: "737550172237748", issuingCountry: Country("GB"),
            captureBefore: fixture.clock.now.adding(seconds: 7 * 86_400), isCaptured: false,
            card: SandboxFixture.card)
        #expect(outcome == .approved(approval))
        #expect(try await fixture.processor.find(request.key) == outcome)
    }

    @Test func `the card's country is unknown unless the token names it`() async throws {
        let fixture = try await SandboxFixture()
        let outcome = try await fixture.processor.authorize(fixture.request("nowhere"))
        guard case .approved(let approval) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(approval.issuingCountry == nil)
    }

    @Test(arguments: [
        (SimulatedOutcome.decline, DeclineReason.declined),
        (.insufficientFunds, .insufficientFunds),
        (.doNotHonor, .doNotHonor),
        (.billingPostalCodeMismatch, .billingAddress(.postalCode)),
        (.billingAddressUnknown, .billingAddress(.addressLines)),
        (.expiredCard, .expiredCard),
        (.lostCard, .lostCard),
        (.authenticationRequired, .authenticationRequired),
        (.unlinked, .unlinked),
    ])
    func `the sandbox declines a payment by its token and by its amount`(
        outcome: SimulatedOutcome, reason: DeclineReason
    ) async throws {
        let fixture = try await SandboxFixture()
        let amount = try #require(SimulatedOutcome.amounts.first { $0.outcome == outcome })
        for request in [
            fixture.request("by_token", outcome),
            fixture.request("by_amount", minorUnits: amount.minorUnits),
        ] {
            #expect(try await fixture.processor.authorize(request) == .declined(reason))
            #expect(try await fixture.processor.find(request.key) == .declined(reason))
            #expect(try await fixture.charges(request.key) == 0)
        }
    }

    @Test func `a partial approval authorizes half of the amount`() async throws {
        let fixture = try await SandboxFixture()
        let request = fixture.request("partial", .partial, minorUnits: 1001)
        let outcome = try await fixture.processor.authorize(request)
        guard case .partiallyApproved(let approval) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(approval.amount.minorUnits == 500)
        #expect(try await fixture.processor.find(request.key) == outcome)
        #expect(try await fixture.processor.void(request.key) == .voided)
        #expect(try await fixture.charges(request.key) == 0)
    }

    @Test func `a simulated timeout never answers, leaves no charge and can be closed`()
        async throws
    {
        let fixture = try await SandboxFixture()
        let request = fixture.request("timeout", .timeout)
        await #expect(throws: ProcessorFault.timeout) {
            try await fixture.processor.authorize(request)
        }
        #expect(fixture.clock.sleeps.all == [60_000])
        #expect(try await fixture.processor.find(request.key) == nil)
        #expect(try await fixture.processor.close(request.key) == nil)
        #expect(try await fixture.charges(request.key) == 0)
    }

    @Test func `a silent processor is abandoned at the caller's limit`() async throws {
        let fixture = try await SandboxFixture()
        let silent = Processor.sandbox(
            fixture.database,
            clock: SandboxClock(
                now: { fixture.clock.now },
                sleep: { try await Task.sleep(for: .milliseconds($0)) }))
        await #expect(throws: ProcessorFault.timeout) {
            try await silent.authorize(
                fixture.request("silent", .timeout), within: .milliseconds(30), on: Deadlines())
        }
    }

    @Test func `the sandbox's unknown outcome is a charge whose answer was lost`() async throws {
        let fixture = try await SandboxFixture()
        let request = fixture.request("unknown", .unknown)
        for _ in 0..<2 {
            await #expect(throws: ProcessorFault.answerLost) {
                try await fixture.processor.authorize(request)
            }
        }
        guard case .approved(let approval) = try await fixture.processor.find(request.key) else {
            Issue.record("the charge is not found")
            return
        }
        #expect(approval.amount == request.amount)
        #expect(try await fixture.charges(request.key) == 1)
    }

    @Test func `a late success is found only after its delay`() async throws {
        let fixture = try await SandboxFixture()
        let request = fixture.request("late", .lateSuccess, delay: 500)
        for _ in 0..<2 {
            #expect(try await fixture.processor.authorize(request) == .pending)
        }
        fixture.clock.advance(milliseconds: 499)
        #expect(try await fixture.processor.find(request.key) == nil)
        fixture.clock.advance(milliseconds: 1)
        let found = try await fixture.processor.find(request.key)
        guard case .approved = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(try await fixture.processor.close(request.key) == found)
        #expect(try await fixture.processor.authorize(request) == found)
        #expect(try await fixture.charges(request.key) == 1)
    }

    @Test func `a late success whose attempt was closed first never happens`() async throws {
        let fixture = try await SandboxFixture()
        let request = fixture.request("too_late", .lateSuccess, delay: 500)
        #expect(try await fixture.processor.authorize(request) == .pending)
        #expect(try await fixture.processor.close(request.key) == nil)
        fixture.clock.advance(milliseconds: 1000)
        #expect(try await fixture.processor.find(request.key) == nil)
        #expect(try await fixture.charges(request.key) == 0)
        await #expect(throws: ProcessorFault.closed) {
            try await fixture.processor.authorize(request)
        }
    }

    @Test func `a slow answer is an approval after its delay`() async throws {
        let fixture = try await SandboxFixture()
        let request = fixture.request("slow", .slow, delay: 1234)
        guard case .approved = try await fixture.processor.authorize(request) else {
            Issue.record("the charge is not approved")
            return
        }
        #expect(fixture.clock.sleeps.all == [1234])
    }

    @Test func `authorize and close race, and exactly one wins`() async throws {
        let fixture = try await SandboxFixture()
        let processor = fixture.processor
        var charged = 0
        for round in 0..<200 {
            let request = fixture.request("race_\(round)")
            let answers = await withTaskGroup(of: RaceAnswer.self) { group in
                let close = { @Sendable () async -> RaceAnswer in
                    await .closed(Result { try await processor.close(request.key) })
                }
                let authorize = { @Sendable () async -> RaceAnswer in
                    await .authorized(Result { try await processor.authorize(request) })
                }
                // Each goes first in half of the rounds.
                group.addTask(operation: round % 2 == 0 ? close : authorize)
                group.addTask(operation: round % 2 == 0 ? authorize : close)
                return await group.reduce(into: []) { $0.append($1) }
            }
            switch (answers.compactMap(\.closing).first, answers.compactMap(\.answer).first) {
            case (.success(nil), .failure(ProcessorFault.closed)):
                #expect(try await fixture.charges(request.key) == 0)
            case (.success(.approved(let known)), .success(.approved(let approval))):
                #expect(known == approval)
                #expect(try await fixture.charges(request.key) == 1)
                charged += 1
            case (let closing, let answer):
                Issue.record("\(String(describing: closing)), \(String(describing: answer))")
            }
        }
        let rows = try await fixture.database.run(
            """
            SELECT 1 FROM sandbox.charges
            WHERE merchant_id = \(fixture.merchant.value) AND state = 'charged'
            """)
        #expect(rows.count == charged)
    }

    private enum RaceAnswer: Sendable {
        case closed(Result<AuthorizationOutcome?, any Error>)
        case authorized(Result<AuthorizationOutcome, any Error>)

        var closing: Result<AuthorizationOutcome?, any Error>? {
            if case .closed(let result) = self { result } else { nil }
        }
        var answer: Result<AuthorizationOutcome, any Error>? {
            if case .authorized(let result) = self { result } else { nil }
        }
    }

    @Test func `other connections see the sandbox's record as soon as it answers`() async throws {
        try await TestDatabase.withFreshSettings { settings in
            let own = Database(.sandbox(settings.connection))
            let other = Database(settings)
            let mode = try await own.run("SELECT current_setting('synchronous_commit') AS mode")
            #expect(try mode.first?.get("mode") == "off")
            let sandbox = Processor.sandbox(
                own, clock: SandboxClock(now: { Instant(seconds: 0) }, sleep: { _ in }))
            let fixture = try await SandboxFixture()
            for number in 0..<50 {
                let request = fixture.request("seen_\(number)")
                _ = try await sandbox.authorize(request)
                #expect(try await other.run(SandboxFixture.charge(request.key)).count == 1)
            }
            await own.close()
            await other.close()
        }
    }

    @Test func `the sandbox is unreachable without its database`() async throws {
        var settings = Database.Settings("host=/nonexistent dbname=nothing")
        settings.poolWaitMilliseconds = 50
        let away = Processor.sandbox(
            Database(settings),
            clock: SandboxClock(now: { Instant(seconds: 0) }, sleep: { _ in }))
        let fixture = try await SandboxFixture()
        await #expect(throws: ProcessorFault.unreachable) {
            try await away.authorize(fixture.request("away"))
        }
        await #expect(throws: ProcessorFault.unreachable) {
            try await away.find(fixture.key("away"))
        }
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
