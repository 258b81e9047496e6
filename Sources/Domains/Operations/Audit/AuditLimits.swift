extension Audit {
    /// The age of an operation in progress at which the audit reports it.
    package enum Limits {
        /// The job that releases holds runs every few seconds; if workers were away for an hour,
        /// their absence went unnoticed.
        package static let releaseSeconds: Int64 = 3_600
        /// Workers ask the processor every few seconds about the outcome of a charge. A processor
        /// that does not know it after a minute never will (`RecoverAttempts`).
        package static let unfinishedSeconds: Int64 = 3_600
        /// A refund that a processor has accepted may be with the banks for weeks.
        package static let pendingRefundSeconds: Int64 = 60 * 86_400
    }
}
