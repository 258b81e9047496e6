/// How a statement shares its commit with statements of other callers that wait at the same time.
///
/// A commit costs the server more than a short statement: the log is flushed and a session wakes.
/// Under load those that wait go out together, and each is answered after the commit. A failure
/// undoes them all, and each is then done by itself, so nobody suffers from a neighbour.
///
/// Only for a statement that waits for nobody for long: its neighbours would wait with it.
package struct Sharing: Sendable, Comparable {
    let isReading: Bool
    private let place: UInt64

    /// For a statement that takes no lock.
    package static let reading = Sharing(isReading: true, place: 0)

    /// For a statement that locks one row, of this name or number, or claims this key.
    ///
    /// Neighbours run in the order of their places, so that two commits never wait for each other;
    /// two names that hash alike may, and Postgres ends that as any deadlock.
    package static func locking(_ name: String) -> Sharing {
        Sharing(isReading: false, place: name.utf8.fnv1a)
    }

    package static func locking(_ number: UInt64) -> Sharing {
        Sharing(isReading: false, place: number)
    }

    package static func < (one: Sharing, other: Sharing) -> Bool { one.place < other.place }
}
