import Postgres
import Vocabulary

/// What buyers' banks do, as the sandbox plays it.
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

    /// Nothing when there is not so much to take back.
    func openDispute(
        _ reference: String, of charge: AttemptKey, amount: Int64? = nil,
        reason: String = Sandbox.usualReason
    ) async throws(ProcessorFault) -> DisputeReport? {
        let open = DisputeReport.open(
            reference, of: charge, amount: amount, reason: reason, at: clock.now())
        guard let row = try await run(open, charge).first else { return nil }
        return try readable { try DisputeReport(row, of: charge.merchant, reference) }
    }

    /// The token that paid wants it: the money was taken by this key. What was asked for is done
    /// already, so that nothing of this may fail it.
    func openWantedDispute(
        of charge: AttemptKey, takenBy key: AttemptKey, _ wishes: SimulatedSettlements
    ) async {
        guard wishes.dispute == .open,
            let opened = try? await openDispute("sandbox_dispute_\(key.number)", of: charge)
        else { return }
        await announce(
            .dispute, AttemptKey(merchant: charge.merchant, text: opened.reference),
            afterMilliseconds: Self.noticeMilliseconds)
    }

    /// A notice may be lost, as any processor's.
    func announce(
        _ kind: ProcessorNotice.Kind, _ key: AttemptKey, afterMilliseconds: Int64
    ) async {
        let notice = ProcessorNotice(
            processor: Self.name, merchant: key.merchant, kind: kind, name: key.text)
        let due = Instant(microseconds: clock.now().microseconds + afterMilliseconds * 1000)
        _ = try? await run(notice.announce(at: due), key)
    }

    /// The networks' word that is heard most.
    static let usualReason = "fraudulent"
    /// A notice is as fast as a processor's: the answer to the call itself comes before.
    static let noticeMilliseconds: Int64 = 1_000
}
