import Glibc

/// Work that a connection's thread does for a waiting caller.
class Work: @unchecked Sendable {
    // Unchecked: only one thread at a time has it, handed over under the pool's lock.

    /// On the monotonic clock; the wait limit counts from here, even if the work is queued again.
    let submitted: Int64
    /// The number of times that it may start again on another connection.
    private var restarts = 1

    init(submitted: Int64) { self.submitted = submitted }

    /// The work itself, if it may share a commit with others.
    var batchable: BatchableWork? { nil }

    enum Ending {
        case done
        case failed(Failure, first: Bool)
    }

    /// Does the work once and keeps the result for `answer`.
    func attempt(_ connection: Connection) -> Ending { fatalError("a work does something") }

    /// Resumes the caller with the result.
    func answer() {}

    /// Resumes the caller with an error; nothing was done.
    func refuse(_ error: PostgresError) {}

    /// The error of a caller whose work ended without a result. It claims nothing about the
    /// database, so that a payment's outcome is looked up instead of assumed.
    static let noResult = PostgresError.outcomeUnknown

    /// Does the work, and retries after transient errors. Returns false if the connection was lost
    /// before a commit, so that the work should start again on another one.
    func finish(_ connection: Connection, notify: (Database.Event) -> Void) -> Bool {
        var retries = 0
        var hasForgotten = false
        while case .failed(let failure, let isFirst) = attempt(connection) {
            if connection.isBroken { return !(isFirst && mayRestart(after: failure)) }
            if failure.isTransient, retries < Retry.max {
                retries += 1
                usleep(
                    Retry.pauseMicroseconds(before: retries, chance: UInt64.random(in: 0 ... .max)))
            } else if failure.isStalePlan, !hasForgotten {
                hasForgotten = true
                connection.forgetStatements()
            } else {
                return true
            }
            notify(.retried(sqlstate: failure.sqlstate))
        }
        return true
    }

    /// True if the work may start again on another connection, which is allowed once.
    func mayRestart(after failure: Failure) -> Bool {
        guard failure.isKnownUncommitted, restarts > 0 else { return false }
        restarts -= 1
        return true
    }
}

/// A statement that may share a commit with others, and its place among them.
struct BatchableWork {
    let work: StatementWork
    let groupCommit: GroupCommit
}

/// One statement that is its own transaction.
final class StatementWork: Work, @unchecked Sendable {
    private let order: Order
    private let groupCommit: GroupCommit?
    private let waiting: Receiver<CallerRows>
    private var result: Result<CallerRows, any Error>?

    enum Order {
        case query(Query)
        /// One input of a batch statement, which is built when it is sent.
        case batch(BatchInput)

        /// The statement for this work alone.
        var query: Query {
            switch self {
            case .query(let query): query
            case .batch(let input): input.statement(for: [input])
            }
        }

        var batch: BatchInput? {
            if case .batch(let input) = self { input } else { nil }
        }
    }

    init(
        _ order: Order, _ groupCommit: GroupCommit?, at now: Int64, _ waiting: Receiver<CallerRows>
    ) {
        self.order = order
        self.groupCommit = groupCommit
        self.waiting = waiting
        super.init(submitted: now)
    }

    override var batchable: BatchableWork? {
        groupCommit.map { BatchableWork(work: self, groupCommit: $0) }
    }

    override func attempt(_ connection: Connection) -> Ending {
        if let error = connection.settings.interrupt?(.committing) {
            result = .failure(error)
            return .done
        }
        connection.queue(order.query)
        switch connection.roundTrip(.end) {
        case .rows(let rows):
            result = .success(CallerRows(rows: rows[0]))
            if let error = connection.settings.interrupt?(.committed) { result = .failure(error) }
            return .done
        case .failed(let failure):
            result = .failure(failure.error)
            return .failed(failure, first: true)
        }
    }

    /// Does several works in one round trip, which is one transaction: all of them or none.
    static func attempt(together works: [StatementWork], _ connection: Connection) -> Failure? {
        if let error = connection.settings.interrupt?(.committing) {
            for work in works { work.result = .failure(error) }
            return nil
        }
        let groups = groups(of: works)
        for group in groups {
            let inputs = group.compactMap(\.order.batch)
            connection.queue(
                group.count > 1 ? inputs[0].statement(for: inputs) : group[0].order.query)
        }
        switch connection.roundTrip(.end, keepingAll: true) {
        case .rows(let rows):
            for (group, rows) in zip(groups, rows) { divide(rows, among: group) }
            if let error = connection.settings.interrupt?(.committed) {
                for work in works { work.result = .failure(error) }
            }
            return nil
        case .failed(let failure):
            for work in works { work.result = .failure(failure.error) }
            return failure
        }
    }

    /// Groups the works that share a batch statement. Works without one come first: a batch
    /// statement takes the most locks, and works after it would wait for them in an arbitrary
    /// order.
    private static func groups(of works: [StatementWork]) -> [[StatementWork]] {
        var groups: [[StatementWork]] = []
        var joined: [(type: ObjectIdentifier, works: [StatementWork])] = []
        for work in works {
            guard let type = work.order.batch?.type else {
                groups.append([work])
                continue
            }
            if let index = joined.firstIndex(where: { $0.type == type }) {
                joined[index].works.append(work)
            } else {
                joined.append((type, [work]))
            }
        }
        return groups + joined.map(\.works)
    }

    private static func divide(_ rows: Rows, among works: [StatementWork]) {
        guard works.count > 1 else {
            works[0].result = .success(CallerRows(rows: rows))
            return
        }
        let shares = Result { try CallerRows.divided(rows, among: works.count) }
        for (index, work) in works.enumerated() { work.result = shares.map { $0[index] } }
    }

    override func answer() {
        guard let result else { return waiting.resume(throwing: Work.noResult) }
        waiting.resume(with: result)
    }
    override func refuse(_ error: PostgresError) { waiting.resume(throwing: error) }
}

/// A transaction body.
final class TransactionWork<Value: Sendable>: Work, @unchecked Sendable {
    typealias Body = @Sendable (Transaction) throws -> Value
    private let body: Body
    private let waiting: Receiver<Value>
    private var result: Result<Value, any Error>?

    init(at now: Int64, _ waiting: Receiver<Value>, _ body: @escaping Body) {
        self.body = body
        self.waiting = waiting
        super.init(submitted: now)
    }

    override func attempt(_ connection: Connection) -> Ending {
        let transaction = Transaction(connection)
        do {
            let value = try body(transaction)
            try transaction.commit()
            result = .success(value)
            return .done
        } catch {
            transaction.rollback()
            result = .failure(error)
            guard let failure = transaction.failure else { return .done }
            return .failed(failure, first: transaction.roundTrips == 1)
        }
    }

    override func answer() {
        guard let result else { return waiting.resume(throwing: Work.noResult) }
        waiting.resume(with: result)
    }
    override func refuse(_ error: PostgresError) { waiting.resume(throwing: error) }
}
