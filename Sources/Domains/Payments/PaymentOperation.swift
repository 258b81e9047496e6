import Checkouts
import Idempotency
import Postgres
import Processors
import Vocabulary

/// A capture or a refund. It reserves the amount, calls the processor with its own identifier as
/// key, and stores the outcome. It awaits nothing under a lock. If the server dies at any point, a
/// worker, a processor notice or the repeated call finishes it.
package protocol PaymentOperation: Identified, Sendable {
    /// The processor's response, or the fault of the call.
    associatedtype ProcessorResult: Sendable

    var id: Identifier<Self> { get }
    var checkout: CheckoutSession.ID { get }
    /// True if it has not ended.
    var isUnderWay: Bool { get }
    /// True if the processor's answer is unknown.
    var awaitsProcessor: Bool { get }
    var leasedUntil: Instant { get }

    init(row: Row) throws
    static func find(_ id: Identifier<Self>) -> Query
    /// Claims those whose lease has ended, with a new lease for the caller.
    static func claimUnfinished(at now: Instant, limit: Int) -> Query
    /// Leases it once the previous lease has ended; returns no row if another caller has the lease.
    func lease(at now: Instant, until end: Instant) -> Query

    func callProcessor(_ processor: Processor) async -> ProcessorResult
    /// Stores the outcome. A second caller gets the first one's result.
    static func finish(
        _ id: Identifier<Self>, _ result: ProcessorResult, _ context: CheckoutContext,
        in transaction: Transaction
    ) throws -> OperationResult<Self>
}

/// A capture or refund with its checkout, both in their present state.
package struct OperationResult<Operation: PaymentOperation>: Sendable {
    package let operation: Operation
    package let session: CheckoutSession

    init(_ operation: Operation, _ session: CheckoutSession) {
        self.operation = operation
        self.session = session
    }
}

/// The time during which only one server works on a capture or refund; after that any caller may
/// finish it.
enum OperationLease {
    static let workerSeconds: Int64 = 30
    /// The wait before a silent processor is asked again.
    static let retrySeconds: Int64 = 5
    /// A pending refund takes days: a worker checks it from time to time, and processor notices are
    /// faster.
    static let pendingSeconds: Int64 = 300

    /// Seconds until the lease ends, rounded up; at least one, the time that the next caller may
    /// need.
    static func secondsLeft(until end: Instant, at now: Instant) -> Int {
        max(1, Int((max(0, end.microseconds - now.microseconds) + 999_999) / 1_000_000))
    }
}
