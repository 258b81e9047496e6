import TestSupport
import Testing
import Threads

@testable import Postgres

/// A fresh database with an empty table of notes.
func withNotes<Value: Sendable>(
    _ body: (Database) async throws -> Value
) async throws -> Value {
    try await TestDatabase.configured { _ in }.withNotes(body)
}

extension TestDatabase.Fresh {
    func withNotes<Value: Sendable>(
        _ body: (Database) async throws -> Value
    ) async throws -> Value {
        try await withFreshDatabase { database in
            try await database.run("CREATE TABLE notes (id bigint PRIMARY KEY, text text)")
            return try await body(database)
        }
    }
}

/// A database with one connection, for which calls wait until the last of them has arrived.
func one(
    _ events: Events = Events(), _ body: (Database) async throws -> Void
) async throws {
    try await TestDatabase.configured {
        $0.connections = 1
        $0.poolWaitMilliseconds = 60_000
        $0.notify = events.note
    }.withNotes(body)
}

/// Runs a call for each number. All were submitted in this order while transactions held the
/// connections.
func waiting<Value: Sendable>(
    _ numbers: some Sequence<Int64>, connections: Int = 1, in database: Database,
    pause: Duration = .zero, meanwhile: () async throws -> Void = {},
    _ call: @escaping @Sendable (Int64) async throws -> Value
) async throws -> [Result<Value, any Error>] {
    let gate = BodyGate()
    let holders = (0..<connections).map { _ in
        Task { try await database.transaction { _ in gate.wait() } }
    }
    try await eventually("every connection is busy") { database.status.busy == connections }
    try await Task.sleep(for: pause)
    var tasks: [Task<Value, any Error>] = []
    for number in numbers {
        tasks.append(Task { try await call(number) })
        let count = tasks.count
        try await eventually("the call is queued") { database.status.queued == count }
    }
    try await meanwhile()
    gate.open()
    for holder in holders { try await holder.value }
    var results: [Result<Value, any Error>] = []
    for task in tasks { results.append(await task.result) }
    return results
}

extension Row {
    func text() throws -> String { try get("text") }
}

/// Runs a body while a transaction has run a query and stays open.
func holding(_ query: Query, in database: Database, _ body: () async throws -> Void) async throws {
    let gate = BodyGate()
    async let holder: Void = database.transaction { transaction in
        try transaction.run(query)
        gate.wait()
    }
    try await eventually("the transaction holds its lock") { gate.isReached }
    do {
        try await body()
    } catch {
        gate.open()
        throw error
    }
    gate.open()
    try await holder
}

/// Keeps a transaction after its body has returned, so that a test can read its number of round
/// trips or use it too late.
final class EscapedTransaction: @unchecked Sendable {
    // Unchecked: read only after the body has ended.
    var transaction: Transaction?
}

/// A meeting point where two threads wait for each other, the first time they arrive.
final class Meeting: @unchecked Sendable {
    // Unchecked: the lock guards the count.
    private let lock = Lock()
    private let bothArrived = Signal()
    private var arrived = 0

    func arrive() {
        lock.lock()
        defer { lock.unlock() }
        arrived += 1
        if arrived == 2 { bothArrived.wake() }
        while arrived < 2 { bothArrived.wait(releasing: lock) }
    }
}

/// The events that a pool reported to its operator.
final class Events: @unchecked Sendable {
    // Unchecked: the lock guards the list.
    private let lock = Lock()
    private var list: [Database.Event] = []

    var note: @Sendable (Database.Event) -> Void {
        { event in self.lock.withLock { self.list.append(event) } }
    }

    var all: [Database.Event] { lock.withLock { list } }

    var retries: [String] {
        all.compactMap { if case .retried(let sqlstate) = $0 { sqlstate } else { nil } }
    }

    /// The reasons why connections were lost, in order.
    var losses: [String] {
        all.compactMap { if case .lost(let reason) = $0 { reason } else { nil } }
    }

    func forget() { lock.withLock { list = [] } }
}
