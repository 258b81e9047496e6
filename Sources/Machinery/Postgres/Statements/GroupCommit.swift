/// Permits a statement to share its commit with waiting statements of other callers, and gives its
/// place among them (docs/decisions/0007).
///
/// A commit costs the server more than a short statement: Postgres flushes its log and wakes a
/// session. Under load, waiting statements are sent together, and each caller gets its result after
/// the commit. If one fails, all are rolled back and each runs alone, so that a failing statement
/// affects no other caller.
///
/// Use it only for statements that never wait long for a lock, because the others of the round trip
/// wait with them.
package struct GroupCommit: Sendable, Comparable {
    /// True if the statement may be sent again after its outcome was lost.
    let isReading: Bool
    /// The place among the statements of a round trip, by the row that the statement locks.
    private let place: UInt64

    /// For a statement that takes no lock.
    package static let reading = GroupCommit(isReading: true, place: 0)

    /// For a statement that locks one row with this name or number, or claims this key.
    ///
    /// The statements of a round trip run in this order, so that two commits never wait for each
    /// other. Statements on two rows whose names have the same hash have no order and may
    /// deadlock; Postgres then aborts one commit, and the server retries it.
    package static func locking(_ name: String) -> GroupCommit {
        GroupCommit(isReading: false, place: name.utf8.fnv1a)
    }

    package static func locking(_ number: UInt64) -> GroupCommit {
        GroupCommit(isReading: false, place: number)
    }

    package static func < (one: GroupCommit, other: GroupCommit) -> Bool { one.place < other.place }
}
