/// The reason for which a round trip failed, in the form that a retry needs.
struct Failure {
    /// The error for the caller.
    let error: PostgresError
    /// Nil if the connection is gone and the server reported nothing.
    let report: ServerReport?

    /// True if nothing of the round trip was committed, so that its work may start again if the
    /// round trip was its first.
    ///
    /// Either it was never sent, or the server reported the end of the session instead of a result.
    /// The server does not do that after a commit: it holds interrupts while it commits, and the
    /// commit's own result comes first.
    let isKnownUncommitted: Bool

    var isTransient: Bool { report?.isTransient ?? false }
    var isLockTimeout: Bool { sqlstate == "55P03" }
    var isStalePlan: Bool { report?.isStalePlan ?? false }
    var sqlstate: String { report?.sqlstate ?? "" }
}
