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
