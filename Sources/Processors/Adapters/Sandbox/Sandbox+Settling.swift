import Postgres
import Vocabulary

/// What is asked of the sandbox after an authorisation.
extension Sandbox {
    func capture(_ request: CaptureRequest) async throws(ProcessorFault) -> CaptureOutcome {
        let charge = try await read(request.charge)
        let plan = SettlementPlan(
            capture: request.amount.minorUnits, wishes: charge?.wishes ?? .none)
        return try await settle(
            SandboxSettlement(
                .capture, key: request.key, charge: request.charge, amount: request.amount,
                isLast: request.isLast, plan: plan, at: clock.now()), plan
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
                isLast: false, plan: plan, at: now), plan
        ).increment(captureBefore: charge?.holdEndsAt ?? now)
    }

    func refund(_ request: RefundRequest) async throws(ProcessorFault) -> RefundOutcome {
        let charge = try await read(request.charge)
        let plan = SettlementPlan(
            refund: request.amount.minorUnits, wishes: charge?.wishes ?? .none)
        return try await settle(
            SandboxSettlement(
                .refund, key: request.key, charge: request.charge, amount: request.amount,
                isLast: false, plan: plan, at: clock.now()), plan
        ).refund
    }

    /// What became of it, by this call or by the first one with its key.
    private func settle(
        _ wanted: SandboxSettlement, _ plan: SettlementPlan
    ) async throws(ProcessorFault) -> SandboxSettlement {
        let key = wanted.key
        // The charge is what is locked.
        let rows = try await run(
            wanted.settle, AttemptKey(merchant: key.merchant, text: wanted.charge))
        if let row = rows.first {
            let settled = try readable { try SandboxSettlement(row, wanted.kind, key) }
            try await wait(milliseconds: plan.answerMilliseconds)
            switch plan.answer {
            case .given: return settled
            case .lost: throw .answerLost
            case .garbage: throw .garbage
            }
        }
        try await run(SandboxSettlement.endDue(wanted.kind, key, at: clock.now()), key)
        guard let row = try await run(SandboxSettlement.find(wanted.kind, key), key).first else {
            throw .garbage
        }
        let settled = try readable { try SandboxSettlement(row, wanted.kind, key) }
        if !settled.isSameRequest(as: wanted) { throw .keyReused }
        return settled
    }

    func dispute(
        _ merchant: MerchantNumber, _ reference: String
    ) async throws(ProcessorFault) -> DisputeReport? {
        let key = AttemptKey(merchant: merchant, text: reference)
        guard let row = try await run(DisputeReport.find(merchant, reference), key).first else {
            return nil
        }
        return try readable { try DisputeReport(row, of: merchant, reference) }
    }
}
