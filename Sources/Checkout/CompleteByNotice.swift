import Crypto
import Merchants
import Postgres
import Processors
import Vocabulary

/// Does what a processor's notice hints at: nothing of it is believed, the processor is asked by the
/// key, and what it says goes the way of the browser's request and the worker (user-demands.md 29).
package struct CompleteByNotice: Sendable {
    package let database: Database
    package let registry: Registry
    package let keys: KeyRing
    package let processor: @Sendable (Merchant) -> Processor?
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        database: Database, registry: Registry, keys: KeyRing,
        processor: @escaping @Sendable (Merchant) -> Processor?,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.database = database
        self.registry = registry
        self.keys = keys
        self.processor = processor
        self.identify = identify
    }

    /// Whether something came to an end by it. What is not known here, or over, is nothing to do.
    ///
    /// - Parameter requestID: who asks, for the timeline.
    @discardableResult
    package func callAsFunction(
        _ notice: ProcessorNotice, requestID: String, at now: Instant
    ) async throws -> Bool {
        guard let merchant = try await registry.merchant(notice.merchant),
            let processor = processor(merchant), processor.name == notice.processor
        else { return false }
        switch notice.kind {
        case .authorization:
            guard let id = Attempt.ID(notice.name), id.merchant == merchant.number,
                let row = try await database.run(Unfinished.find(id)).first
            else { return false }
            return try await EndAttempt(
                attempt: try Unfinished(row: row), merchant: merchant, processor: processor,
                keys: keys, identify: identify, mayClose: false, requestID: requestID, now: now
            )(on: database)
        case .capture:
            guard let id = Capture.ID(notice.name), id.merchant == merchant.number else {
                return false
            }
            return try await settlements(capture: id, requestID: requestID, at: now)
        case .refund:
            guard let id = Refund.ID(notice.name), id.merchant == merchant.number else {
                return false
            }
            return try await settlements(refund: id, requestID: requestID, at: now)
        case .dispute:
            let follow = FollowDispute(database: database, identify: identify)
            return try await follow(notice.name, of: merchant, by: processor) { checkout in
                SheetQuestion(
                    checkout: checkout, generation: nil, merchant: merchant, keys: keys,
                    requestID: requestID, language: .english, entry: identify(now), now: now,
                    identify: identify)
            }
        }
    }

    private var settlements: RecoverSettlements {
        RecoverSettlements(
            database: database, registry: registry, keys: keys, processor: processor,
            identify: identify)
    }
}
