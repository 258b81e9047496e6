import CartSupport
import Crypto
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// A processor's notice, the browser's own request and the worker reach one result
/// (docs/rules/demands.md#29).
@Suite(.timeLimit(.minutes(5))) struct NoticeTests {
    private static func hint(_ name: String, of till: Till, kind: ProcessorNotice.Kind)
        -> ProcessorNotice
    {
        ProcessorNotice(
            processor: "sandbox", merchant: till.merchant.number, kind: kind, name: name)
    }

    private static func sandbox(_ database: Database, at moment: Instant = now) -> Processor {
        .sandbox(database, clock: SandboxClock(now: { moment }, sleep: { _ in }))
    }

    /// An authorized payment of 10.00 whose token sets the later outcomes.
    private static func authorized(
        _ later: SimulatedOperations, at till: Till, by sandbox: Processor
    ) async throws -> CheckoutSession {
        let session = try await till.checkout { $0.captureMethod = .manual }
        let payment = Payment(
            instrument: .simulated(SimulatedToken(later: later), card: .unknown), billing: nil,
            shipping: nil, digest: SHA256.hash([]))
        #expect(try await till.pay(session, payment, by: sandbox).isSuccess)
        return session
    }

    /// The sandbox's own sums of captures and refunds.
    private static func moved(at till: Till) async throws -> [Int64] {
        let row = try await till.database.run(
            """
            SELECT sum(taken)::bigint AS taken, sum(refunded)::bigint AS refunded
            FROM sandbox.charges WHERE merchant_id = \(till.merchant.number)
            """)[0]
        return [try row.get("taken"), try row.get("refunded")]
    }

    /// The sandbox's own record of a charge.
    private static func record(_ attempt: Attempt, at till: Till) async throws -> [String] {
        try await till.database.run(
            """
            SELECT state FROM sandbox.charges
            WHERE merchant_id = \(till.merchant.number) AND key = \(attempt.id.text)
            """
        ).map { try $0.get("state") }
    }

    /// The bank has decided, and its answer to the browser's request is in transit or lost. Then
    /// the notice arrives several times, and the worker runs.
    @Test(arguments: [true, false])
    func `a concurrent call, notice and worker make one charge with one result`(isHeard: Bool)
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let sandbox = Self.sandbox(database)
            var kept = 0
            for _ in 0..<64 {
                let session = try await till.checkout()
                let decided = Gate()
                var browser = sandbox
                browser.authorize = { (request) async throws(ProcessorFault) in
                    let outcome = try await sandbox.authorize(request)
                    decided.open()
                    if !isHeard { throw .answerLost }
                    return outcome
                }
                let asked = browser
                let later = now.adding(seconds: 6)
                async let answer = till.pay(session, by: asked, ending: later)
                async let others: Void = withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<3 {
                        group.addTask {
                            await decided.wait()
                            let attempt = try await till.attempts(session)[0]
                            let hint = Self.hint(attempt.id.text, of: till, kind: .authorization)
                            try await till.notice(hint, by: sandbox, at: later)
                        }
                    }
                    group.addTask {
                        await decided.wait()
                        _ = try await till.recover(by: sandbox, at: later)
                    }
                    try await group.waitForAll()
                }
                let reported = try await answer
                try await others
                // The next notice voids an attempt that is marked for it.
                let attempt = try await till.attempts(session)[0]
                let hint = Self.hint(attempt.id.text, of: till, kind: .authorization)
                for _ in 0..<3 { try await till.notice(hint, by: sandbox, at: later) }
                let end = try await till.attempts(session)
                let state = try await till.session(session)
                #expect(end.count == 1)
                if isHeard { #expect(reported.isSuccess) }
                if reported.isSuccess {
                    kept += 1
                    #expect(end[0].state == .authorized)
                    #expect(state.state == .captured)
                    #expect(state.captured == 1000)
                    #expect(try await till.events(session) == ["checkout.captured"])
                    #expect(try await Self.record(end[0], at: till) == ["charged"])
                } else {
                    #expect(end[0].state == .voided)
                    #expect(state.state == .open)
                    #expect(state.captured == 0)
                    #expect(try await till.events(session) == ["checkout.late_success"])
                    #expect(try await Self.record(end[0], at: till) == ["voided"])
                }
            }
            if isHeard { #expect(kept == 64) }
            let all = try await database.run(
                """
                SELECT 1 FROM sandbox.charges
                WHERE merchant_id = \(till.merchant.number) AND state = 'charged'
                """)
            #expect(all.count == kept)
        }
    }

    @Test
    func `a notice about an attempt unknown to the processor does not close it, the worker does`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let sandbox = Self.sandbox(database)
            let session = try await till.checkout()
            var never = sandbox
            never.authorize = { (_) async throws(ProcessorFault) in throw .timeout }
            _ = try await till.pay(session, by: never)
            let attempt = try await till.attempts(session)[0]
            let hint = Self.hint(attempt.id.text, of: till, kind: .authorization)
            // The processor does not know the attempt. A notice never closes such an attempt,
            // however old it is; the worker does.
            let old = now.adding(seconds: 3600)
            #expect(try await till.notice(hint, by: sandbox, at: old) == false)
            #expect(try await till.attempts(session)[0].state == .unknown)
            #expect(try await till.recover(by: sandbox, at: old) == 1)
            #expect(try await till.attempts(session)[0].state == .declined)
            #expect(try await till.notice(hint, by: sandbox, at: old) == false)
        }
    }

    @Test func `a processor notice about an unknown object changes nothing`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let theirs = try await Till(on: database)
            let session = try await till.checkout()
            let lost = Self.sandbox(database)
            var losing = lost
            losing.authorize = { (request) async throws(ProcessorFault) in
                _ = try await lost.authorize(request)
                throw .answerLost
            }
            _ = try await till.pay(session, by: losing)
            let name = try await till.attempts(session)[0].id.text
            let stranger = Attempt.ID(merchant: till.merchant.number, uuid: Till.identify(now))
            for hint in [
                Self.hint(name, of: theirs, kind: .authorization),
                Self.hint(stranger.text, of: till, kind: .authorization),
                Self.hint(session.id.text, of: till, kind: .authorization),
                Self.hint("", of: till, kind: .authorization),
                ProcessorNotice(
                    processor: "other", merchant: till.merchant.number, kind: .authorization,
                    name: name),
                ProcessorNotice(
                    processor: "sandbox", merchant: MerchantNumber(987_654), kind: .authorization,
                    name: name),
            ] {
                #expect(try await till.notice(hint, by: lost, at: now) == false)
            }
            #expect(try await till.attempts(session)[0].state == .unknown)
        }
    }

    @Test(arguments: [true, false])
    func `a notice finishes a pending capture, and a second finds it finished`(succeeds: Bool)
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let ending: SimulatedOperation = succeeds ? .pending : .pendingFail
            let soon = Self.sandbox(database)
            let later = now.adding(seconds: 11)
            let then = Self.sandbox(database, at: later)
            let session = try await Self.authorized(
                SimulatedOperations(capture: ending), at: till, by: soon)
            let capture = try await till.capture(session, 400, by: soon).operation
            #expect(capture.state == .unknown)
            let hint = Self.hint(capture.id.text, of: till, kind: .capture)
            #expect(try await till.notice(hint, by: soon, at: now) == false)
            let theirs = try await Till(on: database)
            let strangers = Self.hint(capture.id.text, of: theirs, kind: .capture)
            #expect(try await theirs.notice(strangers, by: then, at: later) == false)
            #expect(try await till.notice(hint, by: then, at: later))
            #expect(try await till.notice(hint, by: then, at: later) == false)
            let ended = try await till.captures(session)[0].state
            #expect(ended == (succeeds ? .succeeded : .failed))
            #expect(try await till.session(session).captured == (succeeds ? 400 : 0))
            #expect(try await Self.moved(at: till) == [succeeds ? 400 : 0, 0])
        }
    }

    @Test(arguments: [true, false])
    func `a notice finishes a pending refund`(succeeds: Bool) async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let soon = Self.sandbox(database)
            let later = now.adding(seconds: 11)
            let then = Self.sandbox(database, at: later)
            let session = try await Self.authorized(
                SimulatedOperations(refund: succeeds ? .pending : .pendingFail), at: till,
                by: soon)
            try await till.capture(session, by: soon)
            let refund = try await till.refund(session, 300, by: soon).operation
            #expect(refund.state == .pending)
            let hint = Self.hint(refund.id.text, of: till, kind: .refund)
            #expect(try await till.notice(hint, by: soon, at: now) == false)
            let theirs = try await Till(on: database)
            let strangers = Self.hint(refund.id.text, of: theirs, kind: .refund)
            #expect(try await theirs.notice(strangers, by: then, at: later) == false)
            #expect(try await till.notice(hint, by: then, at: later))
            #expect(try await till.notice(hint, by: then, at: later) == false)
            #expect(try await till.session(session).refunded == (succeeds ? 300 : 0))
            #expect(try await Self.moved(at: till) == [1000, succeeds ? 300 : 0])
        }
    }

    /// The bank has performed the operation, and its answer is lost. Then notices arrive, and the
    /// worker runs.
    @Test func `a concurrent call, notices and a worker make one capture and one refund`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let sandbox = Self.sandbox(database)
            let later = now.adding(seconds: 60)
            for round in 0..<32 {
                let session = try await Self.authorized(
                    SimulatedOperations(capture: .unknown, refund: .garbage), at: till, by: sandbox
                )
                let done = Gate()
                var asked = sandbox
                asked.capture = { (request) async throws(ProcessorFault) in
                    defer { done.open() }
                    return try await sandbox.capture(request)
                }
                let calling = asked
                async let captured = till.capture(session, 700, by: calling)
                try await Self.hinting(till, sandbox, done, at: later, kind: .capture) {
                    try await till.captures(session).map(\.id.text)
                }
                _ = try await captured
                let capture = try await till.captures(session)
                #expect(capture.map(\.state) == [.succeeded])
                #expect(try await till.session(session).captured == 700)
                let returned = Gate()
                var giving = sandbox
                giving.refund = { (request) async throws(ProcessorFault) in
                    defer { returned.open() }
                    return try await sandbox.refund(request)
                }
                let refunding = giving
                async let refunded = till.refund(session, 200, by: refunding)
                try await Self.hinting(till, sandbox, returned, at: later, kind: .refund) {
                    try await database.run(Refund.all(of: session.id)).map {
                        try Refund(row: $0).id.text
                    }
                }
                _ = try await refunded
                #expect(try await till.session(session).refunded == 200)
                #expect(
                    try await till.events(session) == [
                        "checkout.authorized", "checkout.captured", "refund.succeeded",
                    ])
                let rounds = Int64(round + 1)
                #expect(try await Self.moved(at: till) == [700 * rounds, 200 * rounds])
            }
        }
    }

    /// Three notices and a worker concurrently, then one more notice.
    private static func hinting(
        _ till: Till, _ sandbox: Processor, _ gate: Gate, at moment: Instant,
        kind: ProcessorNotice.Kind, _ names: @escaping @Sendable () async throws -> [String]
    ) async throws {
        let recordDispute = { @Sendable () async throws -> Void in
            for name in try await names() {
                try await till.notice(hint(name, of: till, kind: kind), by: sandbox, at: moment)
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    await gate.wait()
                    try await recordDispute()
                }
            }
            group.addTask {
                await gate.wait()
                _ = try await RecoverOperations(
                    till.paymentContext(sandbox, at: moment))(at: moment)
            }
            try await group.waitForAll()
        }
        try await recordDispute()
    }

    @Test func `a repeated processor notice opens a dispute once, and a later one ends it`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let sandbox = Self.sandbox(database)
            let service = SandboxService(
                database, clock: SandboxClock(now: { now }, sleep: { _ in }))
            let session = try await Self.authorized(.none, at: till, by: sandbox)
            try await till.capture(session, by: sandbox)
            let charge = AttemptKey(try await till.attempts(session)[0].id)
            let opened = try #require(
                try await service.openDispute("1", of: charge, amount: 400, reason: nil))
            let hint = Self.hint(opened.reference, of: till, kind: .dispute)
            _ = try await together(8) { _ in try await till.notice(hint, by: sandbox, at: now) }
            #expect(try await till.session(session).disputed == 400)
            _ = try await service.endDispute(
                opened.reference, of: till.merchant.number, isWon: true)
            _ = try await together(8) { _ in try await till.notice(hint, by: sandbox, at: now) }
            #expect(try await till.session(session).disputed == 0)
            #expect(
                try await till.events(session) == [
                    "checkout.authorized", "checkout.captured", "dispute.opened", "dispute.won",
                ])
        }
    }
}
