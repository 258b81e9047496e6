import Postgres
import Vocabulary

/// A processor without money, for test merchants: docs/sandbox.md says what it does with what.
///
/// Its record is a table of its own, written on its own connections and commits, so that it plays
/// a system that knows what was charged when our server has died.
struct Sandbox: Sendable {
    let database: Database
    let clock: SandboxClock
    let report: @Sendable (any Error) -> Void

    static let name = "sandbox"

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFault) -> AuthorizationOutcome {
        let token: SimulatedToken
        switch request.payment {
        case .simulated(let simulated, _): token = simulated
        case .opened(let opened, _): token = SimulatedToken(of: opened)
        case .kept(let kept, _, _): token = try await wishes(of: kept, for: request)
        }
        let plan = SandboxPlan(token: token, amount: request.amount)
        let now = clock.now()
        guard let wanted = SandboxCharge(request, token: token, plan: plan, at: now) else {
            if plan.outcome == .unreachable { throw .unreachable }
            try await wait(milliseconds: Self.silenceMilliseconds)
            throw .timeout
        }
        let isNew = try await !run(wanted.insert, wanted.key).isEmpty
        let charge = try await isNew ? wanted : repeated(wanted)
        if isNew { await tell(wanted, plan) }
        try await wait(milliseconds: plan.answerMilliseconds)
        if plan.answer == .lost { throw .answerLost }
        if charge.isHidden(at: now) { return .pending }
        guard let answer = charge.answer else { throw .closed }
        return answer
    }

    func find(_ key: AttemptKey) async throws(ProcessorFault) -> AuthorizationOutcome? {
        guard let charge = try await read(key), !charge.isHidden(at: clock.now()) else {
            return nil
        }
        return charge.answer
    }

    func close(_ key: AttemptKey) async throws(ProcessorFault) -> AuthorizationOutcome? {
        if try await !run(SandboxCharge.close(key, at: clock.now()), key).isEmpty { return nil }
        return try await read(key)?.answer
    }

    func void(_ key: AttemptKey) async throws(ProcessorFault) -> VoidOutcome {
        if try await !run(SandboxCharge.void(key, at: clock.now()), key).isEmpty { return .voided }
        return try await read(key)?.state == .voided ? .voided : .nothingHeld
    }

    /// What follows from it by itself: a notice of what comes late, a dispute that the token wants.
    private func tell(_ charge: SandboxCharge, _ plan: SandboxPlan) async {
        if plan.hiddenMilliseconds > 0 {
            await announce(.authorization, charge.key, afterMilliseconds: plan.hiddenMilliseconds)
        } else if charge.isCaptured {
            await openWantedDispute(of: charge.key, takenBy: charge.key, charge.wishes)
        }
    }

    /// What the key was used up for, if it was for the same request.
    private func repeated(_ wanted: SandboxCharge) async throws(ProcessorFault) -> SandboxCharge {
        guard let charge = try await read(wanted.key) else { throw .garbage }
        if charge.state == .closed { throw .closed }
        if !charge.isSameRequest(as: wanted) { throw .keyReused }
        return charge
    }

    func read(_ key: AttemptKey) async throws(ProcessorFault) -> SandboxCharge? {
        guard let row = try await run(SandboxCharge.find(key), key).first else { return nil }
        return try readable { try SandboxCharge(row, key: key) }
    }

    /// What a row says; one that cannot be read is an answer that cannot be read.
    func readable<Value>(_ read: () throws -> Value) throws(ProcessorFault) -> Value {
        do {
            return try read()
        } catch {
            report(error)
            throw .garbage
        }
    }

    @discardableResult
    func run(
        _ query: Query, _ key: AttemptKey
    ) async throws(ProcessorFault) -> [Row] {
        // A row that changed while its lock was waited for meets the checks as it was before, and only
        // then is taken as it is. Whoever made it change has gone on, so this ends.
        for attempt in 1... {
            do {
                return try await database.run(query, sharing: .locking(key.text))
            } catch let error as PostgresError
                where error.constraintName != nil && attempt < Self.attemptsMax
            {
                continue
            } catch {
                report(error)
                throw ProcessorFault(error)
            }
        }
        return []
    }

    private static let attemptsMax = 10

    func wait(milliseconds: Int64) async throws(ProcessorFault) {
        if milliseconds == 0 { return }
        do { try await clock.sleep(milliseconds) } catch { throw .timeout }
    }

    /// A processor that says nothing is left behind by its caller long before.
    private static let silenceMilliseconds: Int64 = 60_000
}

/// The sandbox's time, given from outside.
package struct SandboxClock: Sendable {
    package var now: @Sendable () -> Instant
    /// Waits so many milliseconds; ends early, by throwing, when its task is cancelled.
    package var sleep: @Sendable (Int64) async throws -> Void

    package init(
        now: @escaping @Sendable () -> Instant,
        sleep: @escaping @Sendable (Int64) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }
}

extension Processor {
    /// The sandbox on its own small pool.
    ///
    /// - Parameter report: told of an error of the database, which the caller sees as a fault only.
    package static func sandbox(
        _ database: Database, clock: SandboxClock,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) -> Processor {
        let sandbox = Sandbox(database: database, clock: clock, report: report)
        return Processor(
            name: Sandbox.name, authorize: sandbox.authorize, find: sandbox.find,
            close: sandbox.close, void: sandbox.void,
            capture: sandbox.capture, increment: sandbox.increment, refund: sandbox.refund,
            dispute: sandbox.dispute, records: sandbox.records)
    }
}

extension ProcessorFault {
    /// An error of the database, as the sandbox's caller would see it on a network.
    init(_ error: any Error) {
        switch error as? PostgresError {
        case .unavailable, .poolWait, .lockTimeout, .statementTimeout, .constraint, .bind, .server,
            .serverTooOld:
            self = .unreachable
        case .outcomeUnknown: self = .answerLost
        case .column, nil: self = .garbage
        }
    }
}
