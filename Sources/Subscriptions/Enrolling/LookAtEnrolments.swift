import Checkout
import Postgres
import Vocabulary

/// Looks whether sheets were paid and nobody saw it: a server died between the payment and what follows
/// from it, or a processor told of it late.
package struct LookAtEnrolments: Sendable {
    private let caretaker: Caretaker

    package init(_ caretaker: Caretaker) { self.caretaker = caretaker }

    package static let batch = 50

    /// How many were done.
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
                // However old it is: somebody has paid, and waits for what follows.
                try await caretaker.database.run(
                    enrolment.look(at: now.adding(seconds: Enrolment.lookSecondsMax)))
                throw error
            }
        }
    }

    /// What cannot be done now makes room for others: the longest due are looked at first.
    private func postpone(_ enrolment: Enrolment, at now: Instant) async throws {
        try await caretaker.database.run(
            enrolment.look(at: Enrolment.nextLook(openedAt: enrolment.createdAt, at: now)))
    }
}
