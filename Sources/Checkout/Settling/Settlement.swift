import Idempotency
import Postgres
import Processors
import Vocabulary

/// Money on its way after the authorisation: a capture or a refund. Each goes in three phases: put aside,
/// ask the processor by its identifier, book. Nothing is awaited under a lock, and at any point the server
/// may die: a worker, a notice or the repeated call takes it to its end.
package protocol Settlement: Identified, Sendable {
    /// What a processor said, or that it did not.
    associatedtype Answer: Sendable

    var id: Identifier<Self> { get }
    var checkout: Sheet.ID { get }
    /// Whether it has no end yet.
    var isUnderWay: Bool { get }
    /// Whether it is not known what the processor makes of it.
    var isUnanswered: Bool { get }
    var leasedUntil: Instant { get }

    init(row: Row) throws
    static func find(_ id: Identifier<Self>) -> Query
    /// Those whose lease is over, which are leased to the caller.
    static func toFinish(at now: Instant, limit: Int) -> Query
    /// Takes one over whose lease is over; no row when another has it.
    func lease(at now: Instant, until end: Instant) -> Query

    func ask(_ processor: Processor) async -> Answer
    /// Writes what became of it. Whoever comes second gets the first one's result.
    static func finish(
        _ id: Identifier<Self>, _ answer: Answer, _ question: SheetQuestion,
        identify: @escaping @Sendable (Instant) -> UUID128, in transaction: Transaction
    ) throws -> Settled<Self>
}

/// A settlement with its checkout, as they stand.
package struct Settled<Noun: Settlement>: Sendable {
    package let noun: Noun
    package let sheet: Sheet

    init(_ noun: Noun, _ sheet: Sheet) {
        self.noun = noun
        self.sheet = sheet
    }
}

/// So long a live server is at a settlement of its own; after that anyone may finish it.
enum SettlingLease {
    static let workerSeconds: Int64 = 30
    /// Until a processor that did not answer is asked again.
    static let askAgainSeconds: Int64 = 5
    /// A refund that is on its way takes days: it is looked at now and then, and notices are faster.
    static let pendingSeconds: Int64 = 300

    /// At least one, which is how long the next in turn may need.
    static func secondsLeft(until end: Instant, at now: Instant) -> Int {
        max(1, Int((max(0, end.microseconds - now.microseconds) + 999_999) / 1_000_000))
    }
}
