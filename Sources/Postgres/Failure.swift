/// Why a flight of statements did not succeed, as a retry needs to know it.
struct Failure {
    /// What the caller sees.
    let error: PostgresError
    /// Nil when the connection is gone and the server said nothing.
    let report: ServerReport?

    /// Nothing of the flight was kept, if the flight was the first of its work.
    ///
    /// A server that ends a session says so instead of the answer, never after a commit: its
    /// interrupts are held while it commits, and then the commit's own answer comes first.
    var isKnownUndone: Bool { report?.isFatal ?? false }

    var isTransient: Bool { report?.isTransient ?? false }
    var isStalePlan: Bool { report?.isStalePlan ?? false }
    var sqlstate: String { report?.sqlstate ?? "" }
}
