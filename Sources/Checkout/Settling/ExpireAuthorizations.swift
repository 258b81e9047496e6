import Crypto
import JSON
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Warns of authorisations that end within a day, once, and voids those whose time is over
/// (money.md 10). Several may run side by side.
package struct ExpireAuthorizations: Sendable {
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

    package static let batch = 50
    package static let warningSeconds: Int64 = 86_400

    /// How many were warned of or voided.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let due = try await database.run(Attempt.ending(at: now, limit: Self.batch))
            .map(Attempt.init(row:))
        var done = 0
        var failure: (any Error)?
        for attempt in due {
            do {
                if try await end(attempt, at: now) { done += 1 }
            } catch is PaymentRefusal {
                // Captured, voided, or being captured just now.
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        return done
    }

    private func end(_ attempt: Attempt, at now: Instant) async throws -> Bool {
        guard let merchant = try await registry.merchant(attempt.id.merchant),
            let processor = processor(merchant), let captureBefore = attempt.captureBefore
        else { return false }
        let question = SheetQuestion(
            checkout: attempt.checkout, generation: nil, merchant: merchant, keys: keys,
            requestID: "worker", language: .english, entry: identify(now), now: now,
            identify: identify)
        if captureBefore <= now {
            try await VoidPayment(
                begin: BeginVoid(
                    question: question, isExpiry: true, lease: .seconds(30), identify: identify),
                settling: Settling(
                    database: database, processor: processor, now: { now }, identify: identify))()
            return true
        }
        return try await database.transaction { transaction in
            var payment = try HeldPayment(question, in: transaction)
            guard payment.sheet.state == .authorized, payment.attempt?.id == attempt.id,
                try transaction.run(attempt.warn(at: now)).first != nil
            else { return false }
            payment.sheet.changedAt = now
            try payment.tell(
                .checkoutAuthorizationExpiring, identify(now),
                EventDetail { $0.member("captureBefore", captureBefore.rfc3339) }, in: transaction)
            try payment.store(in: transaction)
            return true
        }
    }
}
