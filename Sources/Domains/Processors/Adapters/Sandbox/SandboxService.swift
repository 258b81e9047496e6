import Postgres
import Vocabulary

/// Decisions that a developer makes at the sandbox, and the notices that it sends.
package struct SandboxService: Sendable {
    private let sandbox: Sandbox

    package init(
        _ database: Database, clock: SandboxClock,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        sandbox = Sandbox(database: database, clock: clock, report: report)
    }

    /// Opens a dispute; returns nil if the charge has less left than the amount.
    ///
    /// - Parameters:
    ///   - amount: in minor units; nil disputes all that is left.
    ///   - reason: the network's reason for the dispute.
    package func openDispute(
        _ number: String, of charge: AttemptKey, amount: Int64?, reason: String?
    ) async throws(ProcessorFault) -> DisputeReport? {
        try await sandbox.openDispute(
            "sandbox_dispute_\(number)", of: charge, amount: amount,
            reason: reason ?? Sandbox.defaultReason)
    }

    /// Records the bank's decision on a dispute and returns the dispute; nil if there is no dispute
    /// with this reference. An earlier decision stands.
    package func endDispute(
        _ reference: String, of merchant: MerchantNumber, isWon: Bool
    ) async throws(ProcessorFault) -> DisputeReport? {
        try await sandbox.run(
            DisputeReport.end(reference, of: merchant, as: isWon ? .won : .lost),
            AttemptKey(merchant: merchant, text: reference))
        return try await sandbox.dispute(merchant, reference)
    }

    /// Records the bank's decision on a pending refund and returns its outcome; nil for an unknown
    /// refund.
    package func endRefund(
        _ key: AttemptKey, succeeds: Bool
    ) async throws(ProcessorFault) -> RefundOutcome? {
        try await sandbox.run(
            SandboxOperation.end(
                .refund, key, for: succeeds ? nil : .refused(.refusedByBank)), key)
        return try await sandbox.operation(.refund, key)?.refund
    }

    /// Notices in one batch: each is a call to our own server.
    package static let noticesBatch = 20
    /// The delay before a notice that was not received is sent again.
    private static let againSeconds: Int64 = 5

    /// Delivers the notices that are due and returns how many were received. A notice whose
    /// delivery throws is sent again later; its error is thrown after all others are delivered.
    package func deliverNotices(
        at now: Instant, to receive: @Sendable (ProcessorNotice) async throws -> Void
    ) async throws -> Int {
        let take = ProcessorNotice.take(
            at: now, again: now.adding(seconds: Self.againSeconds), limit: Self.noticesBatch)
        var received = 0
        var failure: (any Error)?
        for row in try await sandbox.database.run(take) {
            do {
                let notice = try ProcessorNotice(row)
                try await receive(notice)
                try await sandbox.database.run(notice.forget)
                received += 1
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return received
    }
}
