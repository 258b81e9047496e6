/// A statement that may share a commit with others, and its place among them.
struct BatchableWork {
    let work: StatementWork
    let groupCommit: GroupCommit
}

/// One statement that is its own transaction, or one input of a batch.
final class StatementWork: Work, @unchecked Sendable {
    let order: Order
    private let groupCommit: GroupCommit?
    private let waiting: Receiver<Output>
    var result: Result<Output, any Error>?

    enum Order {
        case query(Query)
        /// Its statements are built when they are sent.
        case batch(BatchInput)

        var batch: BatchInput? {
            if case .batch(let input) = self { input } else { nil }
        }
    }

    enum Output {
        case rows(CallerRows)
        /// The answer of a batch transaction.
        case answer(any Sendable)

        /// The rows of a statement.
        var rows: CallerRows {
            get throws {
                guard case .rows(let rows) = self else { throw Work.noResult }
                return rows
            }
        }
    }

    init(
        _ order: Order, _ groupCommit: GroupCommit?, at now: Int64, _ waiting: Receiver<Output>
    ) {
        self.order = order
        self.groupCommit = groupCommit
        self.waiting = waiting
        super.init(submitted: now)
    }

    override var batchable: BatchableWork? {
        groupCommit.map { BatchableWork(work: self, groupCommit: $0) }
    }

    /// The type of its input if that is a batch transaction.
    var transactionType: ObjectIdentifier? {
        order.batch.flatMap { $0.isTransaction ? $0.type : nil }
    }

    override func attempt(_ connection: Connection) -> Ending {
        StatementWork.attempt(together: [self], connection)
    }

    /// Does several works as one transaction: all of them or none. It takes one round trip, and two
    /// if there is a batch transaction among them.
    static func attempt(together works: [StatementWork], _ connection: Connection) -> Ending {
        let groups = StatementGroup.groups(of: works)
        return groups.contains(where: \.isTransaction)
            ? attempt(groups, inTransactionOn: connection) : attempt(groups, on: connection)
    }

    private static func attempt(_ groups: [StatementGroup], on connection: Connection) -> Ending {
        if let error = connection.settings.interrupt?(.committing) {
            for group in groups { group.finish(.failure(error)) }
            return .done
        }
        for group in groups { connection.queue(group.statement) }
        switch connection.roundTrip(.end, keepingAll: true) {
        case .rows(let rows):
            for (group, rows) in zip(groups, rows) { group.divide(rows) }
            if let error = connection.settings.interrupt?(.committed) {
                for group in groups { group.finish(.failure(error)) }
            }
            return .done
        case .failed(let failure):
            for group in groups { group.finish(.failure(failure.error)) }
            return .failed(failure, first: true)
        }
    }

    /// The first round trip sends the reads of the batch transaction, the second one its writes and
    /// then all other statements.
    ///
    /// The writes come first: a lock does not stop a statement of the same transaction, which would
    /// otherwise change a row between its read and its write. After the writes such a statement
    /// finds another row version than it expects.
    private static func attempt(
        _ groups: [StatementGroup], inTransactionOn connection: Connection
    ) -> Ending {
        let transaction = Transaction(connection)
        let statements = groups.filter { !$0.isTransaction }
        do {
            var writes: [Query] = []
            for group in groups where group.isTransaction {
                writes += group.decide(try transaction.run(group.reads))
            }
            let results = try transaction.commit(running: writes + statements.map(\.statement))
            for (group, rows) in zip(statements, results.dropFirst(writes.count)) {
                group.divide(rows)
            }
            return .done
        } catch {
            transaction.rollback()
            for group in groups { group.finish(.failure(error)) }
            // Without a failure a value of one input cannot be stored: each input runs alone.
            let failure =
                transaction.failure
                ?? Failure(
                    error: error as? PostgresError ?? Work.noResult, report: nil,
                    isKnownUncommitted: true)
            return .failed(failure, first: transaction.roundTrips == 1)
        }
    }

    override func answer() {
        guard let result else { return waiting.resume(throwing: Work.noResult) }
        waiting.resume(with: result)
    }
    override func refuse(_ error: PostgresError) { waiting.resume(throwing: error) }
}
