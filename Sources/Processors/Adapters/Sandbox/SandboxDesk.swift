import Postgres
import Vocabulary

/// What a developer may decide at the sandbox, and what it has to tell.
package struct SandboxDesk: Sendable {
    private let sandbox: Sandbox

    package init(
        _ database: Database, clock: SandboxClock,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        sandbox = Sandbox(database: database, clock: clock, report: report)
    }

    /// Opens a dispute; nothing when the charge has not so much left.
    ///
    /// - Parameters:
    ///   - amount: in minor units; all that is left when it is not said.
    ///   - reason: the network's word for why.
    package func openDispute(
        _ number: String, of charge: AttemptKey, amount: Int64?, reason: String?
    ) async throws(ProcessorFault) -> DisputeReport? {
        try await sandbox.openDispute(
            "sandbox_dispute_\(number)", of: charge, amount: amount,
            reason: reason ?? Sandbox.usualReason)
    }

    /// What has become of a dispute after the bank's decision; nothing when there is none. A decision
    /// that was made before stands.
    package func endDispute(
        _ reference: String, of merchant: MerchantNumber, isWon: Bool
    ) async throws(ProcessorFault) -> DisputeReport? {
        try await sandbox.run(
            DisputeReport.end(reference, of: merchant, as: isWon ? .won : .lost),
            AttemptKey(merchant: merchant, text: reference))
        return try await sandbox.dispute(merchant, reference)
    }

    /// What has become of a pending refund after the bank's decision; nothing when there is none.
    package func endRefund(
        _ key: AttemptKey, succeeds: Bool
    ) async throws(ProcessorFault) -> RefundOutcome? {
        try await sandbox.run(
            SandboxSettlement.end(
                .refund, key, for: succeeds ? nil : .refused(.refusedByBank)), key)
        return try await sandbox.settlement(.refund, key)?.refund
    }

    /// So many at a time: each is a call to our own server.
    package static let noticesBatch = 20
    /// Until a notice that was not heard is given again.
    private static let againSeconds: Int64 = 5

    /// Gives the notices that are due, and answers how many were heard. One that throws is given
    /// again, and its error is what is thrown when the others are done.
    package func giveNotices(
        at now: Instant, to hear: @Sendable (ProcessorNotice) async throws -> Void
    ) async throws -> Int {
        let take = ProcessorNotice.take(
            at: now, again: now.adding(seconds: Self.againSeconds), limit: Self.noticesBatch)
        var heard = 0
        var failure: (any Error)?
        for row in try await sandbox.database.run(take) {
            do {
                let notice = try ProcessorNotice(row)
                try await hear(notice)
                try await sandbox.database.run(notice.forget)
                heard += 1
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return heard
    }
}
