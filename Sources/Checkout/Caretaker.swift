import Crypto
import Merchants
import Postgres
import Processors
import Vocabulary

/// With what payments are taken care of that nobody waits for: by workers, and by processors' notices.
package struct Caretaker: Sendable {
    package let database: Database
    private let registry: Registry
    let keys: KeyRing
    private let processor: @Sendable (Merchant) -> Processor?
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

    /// A merchant, and who charges for them; nothing where nobody does any more.
    func merchant(_ number: MerchantNumber) async throws -> (Merchant, Processor)? {
        guard let merchant = try await registry.merchant(number),
            let processor = processor(merchant)
        else { return nil }
        return (merchant, processor)
    }

    /// - Parameter requestID: who asks, for the timeline.
    func question(
        _ checkout: Sheet.ID, of merchant: Merchant, requestID: String, at now: Instant
    ) -> SheetQuestion {
        SheetQuestion(
            checkout: checkout, generation: nil, merchant: merchant, keys: keys,
            requestID: requestID, language: .english, entry: identify(now), now: now,
            identify: identify)
    }

    func settling(by processor: Processor, at now: Instant) -> Settling {
        Settling(database: database, processor: processor, now: { now }, identify: identify)
    }

    /// How many of them came to an end. One that cannot be ended holds up no other, and is what is
    /// thrown when the others are done.
    func each<Item>(
        _ items: [Item], end: (Item) async throws -> Bool
    ) async throws -> Int {
        var ended = 0
        var failure: (any Error)?
        for item in items {
            do {
                if try await end(item) { ended += 1 }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return ended
    }

    /// As a worker signs what it does.
    static let worker = "worker"
}
