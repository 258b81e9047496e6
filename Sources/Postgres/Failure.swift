/// Why a flight of statements did not succeed, as a retry needs to know it.
struct Failure {
    /// What the caller sees.
    let error: PostgresError
    /// Nil when the connection is gone and the server said nothing.
    let report: ServerReport?

    /// Nothing of the flight was kept, so its work may begin anew if it was the first.
    ///
    /// Either it was never sent, or the server ended the session and said so instead of an answer.
    /// It does not do that after a commit: its interrupts are held while it commits, and the
    /// commit's own answer comes first.
    let isKnownUndone: Bool

    var isTransient: Bool { report?.isTransient ?? false }
    var isLockTimeout: Bool { sqlstate == "55P03" }
    var isStalePlan: Bool { report?.isStalePlan ?? false }
    var sqlstate: String { report?.sqlstate ?? "" }
}
