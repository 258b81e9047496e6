import Payments
import Postgres
import Vocabulary

/// Finds payments whose consequences are missing: a server died right after the payment, or a
/// processor reported it late.
package struct RecoverEnrollments: Sendable {
    private let paymentContext: PaymentContext

    package init(_ paymentContext: PaymentContext) { self.paymentContext = paymentContext }

    package static let batch = 50

    /// - Returns: the number of checked enrollments that have a subscription; a finished later
    ///   payment is not counted.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let found = try await paymentContext.database.run(
            Enrollment.dueForCheck(at: now, limit: Self.batch)
        ).map(Enrollment.init(row:))
        return try await paymentContext.each(found) { enrollment in
            guard
                let (merchant, _) = try await paymentContext.merchant(enrollment.checkout.merchant)
            else {
                try await postpone(enrollment, at: now)
                return false
            }
            let complete = CompleteEnrollment(
                paymentContext.context(
                    enrollment.checkout, of: merchant, requestID: "worker", at: now))
            do {
                return try await paymentContext.database.transaction { try complete(in: $0) } != nil
            } catch {
                // Retries at any age, because the buyer has paid and waits for the result.
                try await paymentContext.database.run(
                    enrollment.scheduleCheck(at: now.adding(seconds: Enrollment.checkSecondsMax)))
                throw error
            }
        }
    }

    /// Postpones an enrollment that cannot be handled now, so that it does not hold up others: the
    /// longest due come first.
    private func postpone(_ enrollment: Enrollment, at now: Instant) async throws {
        try await paymentContext.database.run(
            enrollment.scheduleCheck(
                at: Enrollment.nextCheck(openedAt: enrollment.createdAt, at: now)))
    }
}
