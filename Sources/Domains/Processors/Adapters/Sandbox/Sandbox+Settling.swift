import Postgres
import Vocabulary

/// Simulates captures, increments and refunds after an authorization.
extension Sandbox {
    func capture(_ request: CaptureRequest) async throws(ProcessorFault) -> CaptureOutcome {
        let charge = try await read(request.charge)
        let plan = SettlementPlan(
            capture: request.amount.minorUnits, wishes: charge?.wishes ?? .none)
        return try await settle(
            SandboxSettlement(
                .capture, key: request.key, charge: request.charge, amount: request.amount,
                isLast: request.isLast, plan: plan, at: clock.now()), plan, charge?.wishes ?? .none
        ).capture
    }

    func increment(_ request: IncrementRequest) async throws(ProcessorFault) -> IncrementOutcome {
        let charge = try await read(request.charge)
        let plan = SettlementPlan(
            increment: request.amount.minorUnits, wishes: charge?.wishes ?? .none)
        let now = clock.now()
        return try await settle(
            SandboxSettlement(
                .increment, key: request.key, charge: request.charge, amount: request.amount,
                isLast: false, plan: plan, at: now), plan, charge?.wishes ?? .none
        ).increment(captureBefore: charge?.holdEndsAt ?? now)
    }

    func refund(_ request: RefundRequest) async throws(ProcessorFault) -> RefundOutcome {
        let charge = try await read(request.charge)
        let plan = SettlementPlan(
            refund: request.amount.minorUnits, wishes: charge?.wishes ?? .none)
        return try await settle(
            SandboxSettlement(
                .refund, key: request.key, charge: request.charge, amount: request.amount,
                isLast: false, plan: plan, at: clock.now()), plan, charge?.wishes ?? .none
        ).refund
    }

    /// Returns the operation's result, from this call or from the first one with its key.
    private func settle(
        _ wanted: SandboxSettlement, _ plan: SettlementPlan, _ wishes: SimulatedSettlements
    ) async throws(ProcessorFault) -> SandboxSettlement {
        let key = wanted.key
        let charge = AttemptKey(merchant: key.merchant, text: wanted.charge)
        // The statement locks the charge's row.
        guard let row = try await run(wanted.settle, charge).first else {
            return try await repeated(wanted, wishes)
        }
        let settled = try readable { try SandboxSettlement(row, wanted.kind, key) }
        await tell(settled, wishes)
        try await wait(milliseconds: plan.answerMilliseconds)
        switch plan.answer {
        case .given: return settled
        case .lost: throw .answerLost
        case .garbage: throw .garbage
        }
    }

    /// Returns the operation for which the key was used before, if the request is the same.
    private func repeated(
        _ wanted: SandboxSettlement, _ wishes: SimulatedSettlements
    ) async throws(ProcessorFault) -> SandboxSettlement {
        let (kind, key) = (wanted.kind, wanted.key)
        let isEnded = try await !run(
            SandboxSettlement.endDue(kind, key, at: clock.now()), key
        ).isEmpty
        guard let settled = try await settlement(kind, key) else { throw .garbage }
        if !settled.isSameRequest(as: wanted) { throw .keyReused }
        if isEnded { await tell(settled, wishes) }
        return settled
    }

    func settlement(
        _ kind: SandboxSettlement.Kind, _ key: AttemptKey
    ) async throws(ProcessorFault) -> SandboxSettlement? {
        guard let row = try await run(SandboxSettlement.find(kind, key), key).first else {
            return nil
        }
        return try readable { try SandboxSettlement(row, kind, key) }
    }

    /// Schedules what follows: a notice of a pending operation's end, or a dispute that the token
    /// requests.
    private func tell(_ settled: SandboxSettlement, _ wishes: SimulatedSettlements) async {
        let key = settled.key
        switch (settled.state, settled.kind) {
        case (.pending, let kind):
            let delay = settled.dueAt.microseconds - settled.createdAt.microseconds
            await announce(kind.noticed, key, afterMilliseconds: delay / 1000)
        case (.done, .capture):
            await openWantedDispute(
                of: AttemptKey(merchant: key.merchant, text: settled.charge), takenBy: key, wishes)
        case (.done, .increment), (.done, .refund), (.refused, _), (.declined, _): return
        }
    }
}

extension SandboxSettlement.Kind {
    /// An increment is reported as part of its capture.
    fileprivate var noticed: ProcessorNotice.Kind {
        switch self {
        case .capture, .increment: .capture
        case .refund: .refund
        }
    }
}
