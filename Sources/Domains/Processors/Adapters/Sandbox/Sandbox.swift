import Postgres
import Vocabulary

/// A processor without money, for test merchants; docs/api/sandbox.md describes its behavior.
///
/// Its record consists of tables of its own, written with its own connections and commits, so that
/// it acts like an external system that knows what was charged after our server has died.
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
        case .savedCard(let savedCard, _, _):
            token = try await simulation(of: savedCard, for: request)
        }
        let plan = SandboxAuthorizationPlan(token: token, amount: request.amount)
        let now = clock.now()
        guard let wanted = SandboxCharge(request, token: token, plan: plan, at: now) else {
            if plan.outcome == .unreachable { throw .unreachable }
            try await wait(milliseconds: Self.silenceMilliseconds)
            throw .timeout
        }
        let isNew = try await !run(wanted.insert, wanted.key).isEmpty
        let charge = try await isNew ? wanted : existingCharge(wanted)
        if isNew { await scheduleFollowUps(wanted, plan) }
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
        return try await read(key)?.state == .voided ? .voided : .nothingToVoid
    }

    /// Schedules what follows: a notice of a late success, or a dispute that the token requests.
    private func scheduleFollowUps(_ charge: SandboxCharge, _ plan: SandboxAuthorizationPlan) async
    {
        if plan.hiddenMilliseconds > 0 {
            await announce(.authorization, charge.key, afterMilliseconds: plan.hiddenMilliseconds)
        } else if charge.isCaptured {
            await openSimulatedDispute(of: charge.key, takenBy: charge.key, charge.simulation)
        }
    }

    /// Returns the charge for which the key was used before, if the request is the same.
    private func existingCharge(_ wanted: SandboxCharge) async throws(ProcessorFault)
        -> SandboxCharge
    {
        guard let charge = try await read(wanted.key) else { throw .garbage }
        if charge.state == .closed { throw .closed }
        if !charge.isSameRequest(as: wanted) { throw .keyReused }
        return charge
    }

    func read(_ key: AttemptKey) async throws(ProcessorFault) -> SandboxCharge? {
        guard let row = try await run(SandboxCharge.find(key), key).first else { return nil }
        return try readable { try SandboxCharge(row, key: key) }
    }

    /// Reads a row. A row that cannot be read counts as an unreadable answer.
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
        // While a statement waits for a row lock, the row may change. Postgres first checks the
        // constraints with the old values, so the statement can fail; a retry sees the new row. The
        // transaction that changed the row has committed, so the retries end.
        for attempt in 1... {
            do {
                return try await database.run(query, groupCommit: .locking(key.text))
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

    /// A caller stops waiting for a silent processor long before this.
    private static let silenceMilliseconds: Int64 = 60_000
}

/// The sandbox's time, provided by the caller.
package struct SandboxClock: Sendable {
    package var now: @Sendable () -> Instant
    /// Waits for this number of milliseconds; throws early if its task is canceled.
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
    /// The sandbox with a small connection pool of its own.
    ///
    /// - Parameter report: receives database errors, which the caller sees only as a fault.
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
    /// Maps a database error to the fault that a caller would see over a network.
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
