import Postgres
import Vocabulary

/// Simulates captures, increments and refunds after an authorization.
extension Sandbox {
    func capture(_ request: CaptureRequest) async throws(ProcessorFault) -> CaptureOutcome {
        let charge = try await read(request.charge)
        let plan = SandboxOperationPlan(
            capture: request.amount.minorUnits, simulation: charge?.simulation ?? .none)
        return try await apply(
            SandboxOperation(
                .capture, key: request.key, charge: request.charge, amount: request.amount,
                isLast: request.isLast, plan: plan, at: clock.now()), plan,
            charge?.simulation ?? .none
        ).capture
    }

    func increment(_ request: IncrementRequest) async throws(ProcessorFault) -> IncrementOutcome {
        let charge = try await read(request.charge)
        let plan = SandboxOperationPlan(
            increment: request.amount.minorUnits, simulation: charge?.simulation ?? .none)
        let now = clock.now()
        return try await apply(
            SandboxOperation(
                .increment, key: request.key, charge: request.charge, amount: request.amount,
                isLast: false, plan: plan, at: now), plan, charge?.simulation ?? .none
        ).increment(captureBefore: charge?.holdEndsAt ?? now)
    }

    func refund(_ request: RefundRequest) async throws(ProcessorFault) -> RefundOutcome {
        let charge = try await read(request.charge)
        let plan = SandboxOperationPlan(
            refund: request.amount.minorUnits, simulation: charge?.simulation ?? .none)
        return try await apply(
            SandboxOperation(
                .refund, key: request.key, charge: request.charge, amount: request.amount,
                isLast: false, plan: plan, at: clock.now()), plan, charge?.simulation ?? .none
        ).refund
    }

    /// Returns the operation's result, from this call or from the first one with its key.
    private func apply(
        _ wanted: SandboxOperation, _ plan: SandboxOperationPlan, _ simulation: SimulatedOperations
    ) async throws(ProcessorFault) -> SandboxOperation {
        let key = wanted.key
        let charge = AttemptKey(merchant: key.merchant, text: wanted.charge)
        // The statement locks the charge's row.
        guard let row = try await run(wanted.apply, charge).first else {
            return try await repeated(wanted, simulation)
        }
        let stored = try readable { try SandboxOperation(row, wanted.kind, key) }
        await scheduleFollowUps(stored, simulation)
        try await wait(milliseconds: plan.answerMilliseconds)
        switch plan.answer {
        case .given: return stored
        case .lost: throw .answerLost
        case .garbage: throw .garbage
        }
    }

    /// Returns the operation for which the key was used before, if the request is the same.
    private func repeated(
        _ wanted: SandboxOperation, _ simulation: SimulatedOperations
    ) async throws(ProcessorFault) -> SandboxOperation {
        let (kind, key) = (wanted.kind, wanted.key)
        let isEnded = try await !run(
            SandboxOperation.endDue(kind, key, at: clock.now()), key
        ).isEmpty
        guard let stored = try await operation(kind, key) else { throw .garbage }
        if !stored.isSameRequest(as: wanted) { throw .keyReused }
        if isEnded { await scheduleFollowUps(stored, simulation) }
        return stored
    }

    func operation(
        _ kind: SandboxOperation.Kind, _ key: AttemptKey
    ) async throws(ProcessorFault) -> SandboxOperation? {
        guard let row = try await run(SandboxOperation.find(kind, key), key).first else {
            return nil
        }
        return try readable { try SandboxOperation(row, kind, key) }
    }

    /// Schedules what follows: a notice of a pending operation's end, or a dispute that the token
    /// requests.
    private func scheduleFollowUps(_ stored: SandboxOperation, _ simulation: SimulatedOperations)
        async
    {
        let key = stored.key
        switch (stored.state, stored.kind) {
        case (.pending, let kind):
            let delay = stored.dueAt.microseconds - stored.createdAt.microseconds
            await announce(kind.noticeKind, key, afterMilliseconds: delay / 1000)
        case (.done, .capture):
            await openSimulatedDispute(
                of: AttemptKey(merchant: key.merchant, text: stored.charge), takenBy: key,
                simulation)
        case (.done, .increment), (.done, .refund), (.refused, _), (.declined, _): return
        }
    }
}

extension SandboxOperation.Kind {
    /// An increment is reported as part of its capture.
    fileprivate var noticeKind: ProcessorNotice.Kind {
        switch self {
        case .capture, .increment: .capture
        case .refund: .refund
        }
    }
}
