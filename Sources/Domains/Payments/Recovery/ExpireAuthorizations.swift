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
    private let paymentContext: PaymentContext

    package init(_ paymentContext: PaymentContext) { self.paymentContext = paymentContext }

    package static let batch = 50
    package static let warningSeconds: Int64 = 86_400

    /// Returns the number of warnings and voids.
    package func callAsFunction(at now: Instant) async throws -> Int {
        var count = 0
        var last: Attempt?
        // An authorization that cannot be voided now stays in the first page, for example while
        // its merchant has no processor: the others are on the following pages.
        repeat {
            let page = try await paymentContext.database.run(
                Attempt.expiring(at: now, after: last, limit: Self.batch)
            ).map(Attempt.init(row:))
            count += try await paymentContext.each(page) { attempt in
                do {
                    return try await end(attempt, at: now)
                } catch is PaymentRefusal {
                    // It was captured or voided, or a capture is in progress.
                    return false
                }
            }
            last = page.count < Self.batch ? nil : page.last
        } while last != nil
        return count
    }

    private func end(_ attempt: Attempt, at now: Instant) async throws -> Bool {
        guard let (merchant, processor) = try await paymentContext.merchant(attempt.id.merchant),
            let captureBefore = attempt.captureBefore
        else { return false }
        let context = paymentContext.context(
            attempt.checkout, of: merchant, requestID: PaymentContext.worker, at: now)
        if captureBefore <= now {
            try await VoidPayment(
                begin: BeginVoid(context: context, isExpiry: true, lease: .seconds(30)),
                runner: paymentContext.runner(by: processor, at: now))()
            return true
        }
        return try await paymentContext.database.transaction { transaction in
            var payment = try LockedPayment(context, in: transaction)
            guard payment.session.state == .authorized, payment.attempt?.id == attempt.id,
                try transaction.run(attempt.warn(at: now)).first != nil
            else { return false }
            payment.session.changedAt = now
            payment.emit(
                .checkoutAuthorizationExpiring,
                EventDetail { $0.member("captureBefore", captureBefore.rfc3339) })
            try payment.store(in: transaction)
            return true
        }
    }
}
