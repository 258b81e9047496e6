import Payments
import Postgres
import Vocabulary

/// Finds payments whose consequences are missing: a server died right after the payment, or a
/// processor reported it late.
package struct LookAtEnrolments: Sendable {
    private let caretaker: Caretaker

    package init(_ caretaker: Caretaker) { self.caretaker = caretaker }

    package static let batch = 50

    /// - Returns: the number of enrollments that were done.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let found = try await caretaker.database.run(
            Enrolment.toLookAt(at: now, limit: Self.batch)
        ).map(Enrolment.init(row:))
        return try await caretaker.each(found) { enrolment in
            guard let (merchant, _) = try await caretaker.merchant(enrolment.checkout.merchant)
            else {
                try await postpone(enrolment, at: now)
                return false
            }
            let subscribe = Subscribe(
                caretaker.question(
                    enrolment.checkout, of: merchant, requestID: "worker", at: now),
                identify: caretaker.identify)
            do {
                return try await caretaker.database.transaction { try subscribe(in: $0) } != nil
            } catch {
                // Retries at any age, because the buyer has paid and waits for the result.
                try await caretaker.database.run(
                    enrolment.look(at: now.adding(seconds: Enrolment.lookSecondsMax)))
                throw error
            }
        }
    }

    /// Postpones an enrollment that cannot be handled now, so that it does not hold up others: the
    /// longest due come first.
    private func postpone(_ enrolment: Enrolment, at now: Instant) async throws {
        try await caretaker.database.run(
            enrolment.look(at: Enrolment.nextLook(openedAt: enrolment.createdAt, at: now)))
    }
}
