import Glibc

/// Statements that are committed together or not at all; READ COMMITTED; valid only while its body
/// runs.
///
/// `enqueue` queues a statement; `run` sends all queued statements and waits. BEGIN is sent with
/// the first round trip and COMMIT with the last: a body of one `run` followed by `enqueue`s takes
/// two round trips, a body of only `enqueue`s one.
package final class Transaction {
    private let connection: Connection
    private var queued: [Query] = []
    private var hasBegun = false
    private var hasEnded = false
    /// The failure of a statement; after it nothing more is sent and nothing is committed.
    private(set) var failure: Failure?
    private(set) var roundTrips = 0

    /// The number of queued statements at which the transaction sends them, to limit memory.
    private static let queuedMax = 128

    init(_ connection: Connection) { self.connection = connection }

    /// Runs a statement after all queued ones, and returns its rows. One round trip.
    ///
    /// Throws `PostgresError` with the text of the failed statement, which may be a queued one.
    @discardableResult
    package func run(_ query: Query) throws -> [Row] { try roundTrip(query).list }

    /// Runs several statements in one round trip, and returns the rows of each. If the first locks
    /// a row, the others read data that no other transaction can change any more.
    package func run(_ queries: [Query]) throws -> [[Row]] {
        guard let first = queries.first else { return [] }
        try prepare(first)
        for query in queries.dropFirst() { try admit(query) }
        for query in queries { connection.queue(query) }
        return try finishRoundTrip(.deferred, keepingAll: true).suffix(queries.count).map(\.list)
    }

    /// Runs a statement and returns the number of rows that it wrote or found.
    @discardableResult
    package func count(_ query: Query) throws -> Int { try roundTrip(query).affected }

    /// Queues a statement whose rows are not needed; it runs before the next `run` or the commit.
    package func enqueue(_ query: Query) throws {
        try admit(query)
        queued.append(query)
        if queued.count == Transaction.queuedMax { _ = try roundTrip(queued.removeLast()) }
    }

    /// Makes the transaction read one snapshot and write no row; call it before other statements.
    package func readOneSnapshot() throws {
        try enqueue("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    }

    private func admit(_ query: Query) throws {
        precondition(!hasEnded, "a transaction is used after its end")
        if let failure { throw failure.error }
        try query.check()
    }

    private func roundTrip(_ query: Query) throws -> Rows {
        try prepare(query)
        connection.queue(query)
        return try finishRoundTrip(.deferred)[0]
    }

    /// Queues all statements that come before the next awaited one.
    private func prepare(_ query: Query) throws {
        try admit(query)
        try interruptForTest(.sending)
        if !hasBegun {
            hasBegun = true
            connection.queue("BEGIN")
        }
        sendQueued()
    }

    private func sendQueued() {
        for query in queued { connection.queue(query) }
        queued.removeAll(keepingCapacity: true)
    }

    private func finishRoundTrip(
        _ decision: Connection.CommitPoint, keepingAll: Bool = false
    ) throws -> [Rows] {
        roundTrips += 1
        switch connection.roundTrip(decision, keepingAll: keepingAll) {
        case .rows(let rows): return rows
        case .failed(let failure):
            self.failure = failure
            throw failure.error
        }
    }

    /// Runs the last statements and commits, in one round trip, or throws; the pool calls it after
    /// the body.
    ///
    /// - Returns: the rows of each of these statements.
    @discardableResult
    func commit(running last: [Query] = []) throws -> [Rows] {
        hasEnded = true
        // A body that caught a failure did not undo it.
        if let failure { throw failure.error }
        guard hasBegun || !queued.isEmpty || !last.isEmpty else { return [] }
        try interruptForTest(.committing)
        sendQueued()
        for query in last { connection.queue(query) }
        if hasBegun { connection.queue("COMMIT") }
        var rows = try finishRoundTrip(hasBegun ? .statement : .end, keepingAll: !last.isEmpty)
        if hasBegun {
            let commit = rows.removeLast()
            precondition(commit.tag == "COMMIT", "the server rolled back without an error")
            hasBegun = false
        }
        try interruptForTest(.committed)
        return rows.suffix(last.count)
    }

    /// The point at which a test interrupts the server or its connection.
    private func interruptForTest(_ point: Database.InterruptPoint) throws {
        guard let error = connection.settings.interrupt?(point) else { return }
        failure = Failure(error: error, report: nil, isKnownUncommitted: false)
        throw error
    }

    /// Rolls back; the pool calls it if the body threw or the commit failed.
    func rollback() {
        hasEnded = true
        guard hasBegun, !connection.isBroken else { return }
        connection.queue("ROLLBACK")
        if case .failed = connection.roundTrip(.deferred) { connection.isLost = true }
    }
}

extension Query {
    /// The protocol counts values in 16 bits.
    static let bindsMax = 65_535

    /// Throws `bind` for values that Postgres cannot store, before anything is sent.
    func check() throws(PostgresError) {
        if binds.count > Query.bindsMax { throw .bind(index: binds.count, statement: sql) }
        for (index, bind) in binds.enumerated() where bind.holdsNUL {
            throw .bind(index: index + 1, statement: sql)
        }
    }
}

extension Bind {
    fileprivate var holdsNUL: Bool {
        switch self {
        case .text(let text):
            text.utf8.withContiguousStorageIfAvailable(\.holdsNUL) ?? text.utf8.contains(0)
        case .json(let document): document.withUnsafeBufferPointer(\.holdsNUL)
        case .array(let array): array.values.contains(where: \.holdsNUL)
        default: false
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate var holdsNUL: Bool {
        guard let baseAddress, count > 0 else { return false }
        return memchr(baseAddress, 0, count) != nil
    }
}
