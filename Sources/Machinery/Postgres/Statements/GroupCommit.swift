/// The rule by which a statement shares its commit with waiting statements of other callers.
///
/// A commit costs the server more than a short statement: it flushes the log and wakes a session.
/// Under load, waiting statements are sent together, and each caller gets its result after the
/// commit. A failure undoes all of them, and then each runs alone, so that it affects no other
/// caller.
///
/// Only for statements that never wait long for a lock: the others of the round trip would wait
/// with them.
package struct GroupCommit: Sendable, Comparable {
    let isReading: Bool
    /// The place among the statements of a round trip, by the row that the statement locks.
    private let place: UInt64

    /// For a statement that takes no lock.
    package static let reading = GroupCommit(isReading: true, place: 0)

    /// For a statement that locks one row with this name or number, or claims this key.
    ///
    /// The statements of a round trip run in this order, so that two commits never wait for each
    /// other. Two names with the same hash may, and Postgres ends that like any deadlock.
    package static func locking(_ name: String) -> GroupCommit {
        GroupCommit(isReading: false, place: name.utf8.fnv1a)
    }

    package static func locking(_ number: UInt64) -> GroupCommit {
        GroupCommit(isReading: false, place: number)
    }

    package static func < (one: GroupCommit, other: GroupCommit) -> Bool { one.place < other.place }
}
