import Postgres
import Vocabulary

/// Simulates disputes by buyers' banks.
extension Sandbox {
    func dispute(
        _ merchant: MerchantNumber, _ reference: String
    ) async throws(ProcessorFault) -> DisputeReport? {
        let key = AttemptKey(merchant: merchant, text: reference)
        guard let row = try await run(DisputeReport.find(merchant, reference), key).first else {
            return nil
        }
        return try readable { try DisputeReport(row, of: merchant, reference) }
    }

    /// Returns nil if the charge has less left than the amount to dispute.
    func openDispute(
        _ reference: String, of charge: AttemptKey, amount: Int64? = nil,
        reason: String = Sandbox.defaultReason
    ) async throws(ProcessorFault) -> DisputeReport? {
        let open = DisputeReport.open(
            reference, of: charge, amount: amount, reason: reason, at: clock.now())
        guard let row = try await run(open, charge).first else { return nil }
        return try readable { try DisputeReport(row, of: charge.merchant, reference) }
    }

    /// Opens a dispute if the token that paid requests one, once `key` has captured the money. The
    /// capture itself is already done, so an error here must not fail it.
    func openSimulatedDispute(
        of charge: AttemptKey, takenBy key: AttemptKey, _ simulation: SimulatedOperations
    ) async {
        guard simulation.dispute == .open,
            let opened = try? await openDispute("sandbox_dispute_\(key.number)", of: charge)
        else { return }
        await announce(
            .dispute, AttemptKey(merchant: charge.merchant, text: opened.reference),
            afterMilliseconds: Self.noticeMilliseconds)
    }

    /// Schedules a notice. It may be lost, as at any processor.
    func announce(
        _ kind: ProcessorNotice.Kind, _ key: AttemptKey, afterMilliseconds: Int64
    ) async {
        let notice = ProcessorNotice(
            processor: Self.name, merchant: key.merchant, kind: kind, name: key.text)
        let due = Instant(microseconds: clock.now().microseconds + afterMilliseconds * 1000)
        _ = try? await run(notice.announce(at: due), key)
    }

    /// The reason that networks report most often.
    static let defaultReason = "fraudulent"
    /// As fast as a real processor's notice, but after the answer to the call itself.
    static let noticeMilliseconds: Int64 = 1_000
}
