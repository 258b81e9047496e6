import Postgres

/// Tells whether the events' numbers belong to the database cluster that stores them.
///
/// A restored dump has the old cluster's numbers. A promoted replica and a recovery to a point in
/// time keep the cluster's own numbers, and its identifier.
package struct EventNumbering: Sendable {
    /// True if an event or a cursor has a number that no transaction of this cluster had yet.
    package let isAhead: Bool
    /// True if another cluster wrote last; false if the role may not read the cluster's identifier.
    package let isRestored: Bool

    package var needsRebase: Bool { isAhead || isRestored }

    /// Changes nothing, so that it also runs on a replica.
    package static func check(_ database: Database) async throws -> EventNumbering {
        let mayRead: Bool = try await database.run(mayReadCluster)[0].get("may_read")
        return try EventNumbering(
            row: try await database.run(state(ofCluster: mayRead ? cluster : unknownCluster))[0])
    }
}

/// Moves the numbers of this cluster's events above all restored ones, in one transaction.
///
/// Restored events and cursors keep their numbers, so each event is still read once and in order,
/// for any number of events. Events that this cluster wrote before are moved up too.
package struct RebaseEvents: Sendable {
    package struct Outcome: Sendable, Equatable {
        /// The offset that is added to this cluster's transaction numbers from now on.
        package let shift: Int64
        /// The number of events that were written after the restore and now follow the restored
        /// ones.
        package let moved: Int
    }

    package init() {}

    /// Returns nil if the numbers are correct, or if another server has just corrected them.
    package func callAsFunction(on database: Database) async throws -> Outcome? {
        let mayRead: Bool = try await database.run(EventNumbering.mayReadCluster)[0].get("may_read")
        let cluster = mayRead ? EventNumbering.cluster : EventNumbering.unknownCluster
        let state = try EventNumbering(
            row: try await database.run(EventNumbering.state(ofCluster: cluster))[0])
        guard state.isAhead else {
            if state.isRestored { try await database.run(EventNumbering.recordCluster(cluster)) }
            return nil
        }
        return try await database.transaction { try rebase(to: cluster, in: $0) }
    }

    private func rebase(to cluster: Query, in transaction: Transaction) throws -> Outcome? {
        // Lock order: this row before the events, so that servers that start together wait here.
        let before: Int64 = try transaction.run(EventNumbering.lock)[0].get("shift")
        // A writer numbers its event before it commits, so all writers must finish first.
        try transaction.enqueue("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        let state = try EventNumbering(
            row: try transaction.run(EventNumbering.state(ofCluster: cluster))[0])
        guard state.isAhead else { return nil }
        try transaction.enqueue(EventNumbering.recordCluster(cluster))
        let shift: Int64 = try transaction.run(EventNumbering.highestRestored(above: before))[0]
            .get("highest")
        let moved: Int = try transaction.run(
            EventNumbering.moveOwn(by: shift - before, above: before))[0]
            .get("moved")
        try transaction.enqueue(EventNumbering.store(shift))
        try transaction.enqueue(EventNumbering.numberEvents(by: shift))
        return Outcome(shift: shift, moved: moved)
    }
}
