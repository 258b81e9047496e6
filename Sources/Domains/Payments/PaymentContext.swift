import Checkouts
import Crypto
import Merchants
import Postgres
import Processors
import Threads
import Vocabulary

/// Dependencies for finishing a payment when no buyer waits: a worker or a processor notice runs
/// it.
package struct PaymentContext: Sendable {
    package let database: Database
    let registry: Registry
    package let keys: KeyRing
    private let processor: @Sendable (Merchant) async throws -> Processor?
    private let identify: @Sendable (Instant) -> UUID128
    /// The maximum number of concurrent payments: each call to a processor that hangs blocks one of
    /// them.
    private let concurrency: Int

    /// As many as a batch: the processors' own limits are higher.
    package static let defaultConcurrency = 20

    package init(
        database: Database, registry: Registry, keys: KeyRing,
        processor: @escaping @Sendable (Merchant) async throws -> Processor?,
        identify: @escaping @Sendable (Instant) -> UUID128, concurrency: Int = defaultConcurrency
    ) {
        self.database = database
        self.registry = registry
        self.keys = keys
        self.processor = processor
        self.identify = identify
        self.concurrency = concurrency
    }

    /// Returns a merchant with its processor; nil if the merchant does not exist, or if its
    /// processor account is not connected.
    package func merchant(_ number: MerchantNumber) async throws -> (Merchant, Processor)? {
        guard let merchant = try await registry.merchant(number),
            let processor = try await processor(merchant)
        else { return nil }
        return (merchant, processor)
    }

    /// Runs work with a merchant and its processor, and again if the settings have changed.
    ///
    /// - Returns: nil if the merchant does not exist, or if its processor account is not connected.
    package func retryingOnSettingsChange<Value>(
        of number: MerchantNumber, _ work: (Merchant, Processor) async throws -> Value
    ) async throws -> Value? {
        guard let merchant = try await registry.merchant(number) else { return nil }
        return try await registry.retryingOnSettingsChange(merchant) { merchant -> Value? in
            guard let processor = try await self.processor(merchant) else { return nil }
            return try await work(merchant, processor)
        }
    }

    package func moment(_ now: Instant) -> Moment { Moment(now, identify: identify) }

    /// - Parameter requestID: names the caller in the timeline.
    package func context(
        _ checkout: CheckoutSession.ID, of merchant: Merchant, requestID: String, at now: Instant
    ) -> CheckoutContext {
        CheckoutContext(
            checkout: checkout, generation: nil, merchant: merchant, keys: keys,
            requestID: requestID, language: .english, moment: moment(now))
    }

    func runner(by processor: Processor, at now: Instant) -> PaymentOperationRunner {
        PaymentOperationRunner(database: database, processor: processor, now: { now })
    }

    /// Returns the number of items that ended. An item that fails does not stop the others; its
    /// error is thrown after they are done.
    package func each<Item: Sendable>(
        _ items: [Item], end: @escaping @Sendable (Item) async throws -> Bool
    ) async throws -> Int {
        try await items.concurrentResults(atMost: concurrency, end).count { try $0.get() }
    }

    /// The request ID of workers in the timeline.
    static let worker = "worker"
}
