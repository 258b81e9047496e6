extension Audit {
    /// How long what is under way may be so before the audit names it.
    package enum Limits {
        /// The job that releases holds comes every few seconds; a worker that was away for an hour is
        /// one that nobody missed.
        package static let releaseSeconds: Int64 = 3_600
        /// A processor is asked every few seconds what became of a charge; one that does not know it
        /// after a minute never will (`RecoverAttempts`).
        package static let unfinishedSeconds: Int64 = 3_600
        /// A refund that a processor has taken on may be with the banks for weeks.
        package static let pendingRefundSeconds: Int64 = 60 * 86_400
    }
}
