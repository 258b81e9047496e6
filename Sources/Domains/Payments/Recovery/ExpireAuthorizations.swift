import Checkouts
import JSON
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Warns once of authorizations that expire within a day, and voids expired ones
/// (docs/rules/money.md#10). Several may run concurrently.
package struct ExpireAuthorizations: Sendable {
    private let caretaker: Caretaker

    package init(_ caretaker: Caretaker) { self.caretaker = caretaker }

    package static let batch = 50
    package static let warningSeconds: Int64 = 86_400

    /// Returns the number of warnings and voids.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let due = try await caretaker.database.run(
            Attempt.ending(at: now, limit: Self.batch)
        ).map(Attempt.init(row:))
        return try await caretaker.each(due) { attempt in
            do {
                return try await end(attempt, at: now)
            } catch is PaymentRefusal {
                // It was captured or voided, or a capture is in progress.
                return false
            }
        }
    }

    private func end(_ attempt: Attempt, at now: Instant) async throws -> Bool {
        guard let (merchant, processor) = try await caretaker.merchant(attempt.id.merchant),
            let captureBefore = attempt.captureBefore
        else { return false }
        let identify = caretaker.identify
        let question = caretaker.question(
            attempt.checkout, of: merchant, requestID: Caretaker.worker, at: now)
        if captureBefore <= now {
            try await VoidPayment(
                begin: BeginVoid(
                    question: question, isExpiry: true, lease: .seconds(30), identify: identify),
                settling: caretaker.settling(by: processor, at: now))()
            return true
        }
        return try await caretaker.database.transaction { transaction in
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
