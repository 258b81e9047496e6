import Glibc

/// Statements that are kept together or not at all; READ COMMITTED; lives as long as its body runs.
///
/// `later` queues, `run` sends all that is queued and waits. BEGIN travels with the first flight and
/// COMMIT with the last: a body of one `run` and then `later`s is two round trips, one of `later`s
/// alone is one.
package final class Transaction {
    private let connection: Connection
    private var queued: [Query] = []
    private var hasBegun = false
    private var hasEnded = false
    /// Why a statement failed; after it nothing more is sent and nothing is kept.
    private(set) var failure: Failure?
    private(set) var flights = 0

    /// Statements that are queued before they are sent anyway: memory has a limit.
    private static let queuedMax = 128

    init(_ connection: Connection) { self.connection = connection }

    /// Runs a statement after all that is queued, and gives its rows. One round trip.
    ///
    /// Throws `PostgresError` with the text of the statement that failed, which may be a queued one.
    @discardableResult
    package func run(_ query: Query) throws -> [Row] { try fly(query).list }

    /// Runs two statements, one after the other in one round trip, and gives the rows of both: what the second sees was not
    /// changed by others once the first has locked it.
    package func run(_ first: Query, _ second: Query) throws -> (first: [Row], second: [Row]) {
        try prepare(first)
        try admit(second)
        connection.queue(first)
        connection.queue(second)
        let rows = try land(.later, keepingAll: true).suffix(2).map(\.list)
        return (rows[0], rows[1])
    }

    /// Runs a statement and gives how many rows it wrote, or found.
    @discardableResult
    package func count(_ query: Query) throws -> Int { try fly(query).affected }

    /// Queues a statement whose rows nobody needs; it runs before the next `run`, or the commit.
    package func later(_ query: Query) throws {
        try admit(query)
        queued.append(query)
        if queued.count == Transaction.queuedMax { _ = try fly(queued.removeLast()) }
    }

    private func admit(_ query: Query) throws {
        precondition(!hasEnded, "a transaction is used after its end")
        if let failure { throw failure.error }
        try query.check()
    }

    private func fly(_ query: Query) throws -> Rows {
        try prepare(query)
        connection.queue(query)
        return try land(.later)[0]
    }

    /// Sends what comes before a statement that somebody waits for.
    private func prepare(_ query: Query) throws {
        try admit(query)
        try breakOff(.sending)
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

    private func land(
        _ decision: Connection.Decision, keepingAll: Bool = false
    ) throws -> [Rows] {
        flights += 1
        switch connection.fly(decision, keepingAll: keepingAll) {
        case .rows(let rows): return rows
        case .failed(let failure):
            self.failure = failure
            throw failure.error
        }
    }

    /// Keeps everything, or throws; for the pool, after the body.
    func commit() throws {
        hasEnded = true
        // A body that hid a failure did not undo it.
        if let failure { throw failure.error }
        guard hasBegun || !queued.isEmpty else { return }
        try breakOff(.committing)
        sendQueued()
        if hasBegun {
            connection.queue("COMMIT")
            let rows = try land(.statement)[0]
            precondition(rows.tag == "COMMIT", "the server rolled back without an error")
            hasBegun = false
        } else {
            _ = try land(.end)
        }
        try breakOff(.committed)
    }

    /// Where a test lets the server die, or its connection.
    private func breakOff(_ moment: Database.Moment) throws {
        guard let error = connection.settings.interrupt?(moment) else { return }
        failure = Failure(error: error, report: nil, isKnownUndone: false)
        throw error
    }

    /// Undoes everything; for the pool, when the body threw or the commit failed.
    func rollback() {
        hasEnded = true
        guard hasBegun, !connection.isBroken else { return }
        connection.queue("ROLLBACK")
        if case .failed = connection.fly(.later) { connection.isLost = true }
    }
}

extension Query {
    /// The protocol counts values in 16 bits.
    static let bindsMax = 65_535

    /// Throws `bind` for what Postgres cannot store, before anything is sent.
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
        case .array(let array): array.holdsNUL
        default: false
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate var holdsNUL: Bool { count > 0 && memchr(baseAddress!, 0, count) != nil }
}
