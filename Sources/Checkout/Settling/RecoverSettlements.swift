import Crypto
import Merchants
import Postgres
import Processors
import Vocabulary

/// Takes captures and refunds to their end that nobody is at any more, or whose outcome is not known:
/// the processor is asked again by the same key. Several may run side by side.
package struct RecoverSettlements: Sendable {
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

    /// So many of each at a time: each is a call to a processor.
    package static let batch = 20

    /// How many came to an end. One that cannot be finished holds up no other, and is what is thrown
    /// when the others are done.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let captures = try await database.run(Capture.toFinish(at: now, limit: Self.batch))
            .map(Capture.init(row:))
        let refunds = try await database.run(Refund.toFinish(at: now, limit: Self.batch))
            .map(Refund.init(row:))
        var ended = 0
        var failure: (any Error)?
        for capture in captures {
            do {
                if try await end(capture, requestID: "worker", at: now) { ended += 1 }
            } catch { failure = failure ?? error }
        }
        for refund in refunds {
            do {
                if try await end(refund, requestID: "worker", at: now) { ended += 1 }
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        return ended
    }

    /// The same for one of them, when a processor's notice hints at it.
    package func callAsFunction(capture id: Capture.ID, requestID: String, at now: Instant)
        async throws -> Bool
    {
        guard let row = try await database.run(Capture.find(id)).first else { return false }
        return try await end(try Capture(row: row), requestID: requestID, at: now)
    }

    package func callAsFunction(refund id: Refund.ID, requestID: String, at now: Instant)
        async throws -> Bool
    {
        guard let row = try await database.run(Refund.find(id)).first else { return false }
        return try await end(try Refund(row: row), requestID: requestID, at: now)
    }

    private func end(_ capture: Capture, requestID: String, at now: Instant) async throws -> Bool {
        guard capture.isUnderWay,
            let (settling, question) = try await means(capture.checkout, requestID, now)
        else { return false }
        return try await !settling.end(capture, question).isUnderWay
    }

    private func end(_ refund: Refund, requestID: String, at now: Instant) async throws -> Bool {
        guard refund.isUnderWay,
            let (settling, question) = try await means(refund.checkout, requestID, now)
        else { return false }
        return try await !settling.end(refund, question).isUnderWay
    }

    private func means(_ checkout: Sheet.ID, _ requestID: String, _ now: Instant) async throws
        -> (Settling, SheetQuestion)?
    {
        guard let merchant = try await registry.merchant(checkout.merchant),
            let processor = processor(merchant)
        else { return nil }
        return (
            Settling(
                database: database, processor: processor, now: { now }, identify: identify),
            SheetQuestion(
                checkout: checkout, generation: nil, merchant: merchant, keys: keys,
                requestID: requestID, language: .english, entry: identify(now), now: now,
                identify: identify)
        )
    }
}
