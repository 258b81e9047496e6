import Checkouts
import Merchants
import Postgres
import Vocabulary

/// Records that the processor has voided an attempt.
package struct FinishVoid: Verb {
    package let attempt: Attempt.ID
    package let now: Instant

    package init(attempt: Attempt.ID, now: Instant) {
        self.attempt = attempt
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws {
        guard let row = try transaction.run(Attempt.lock(attempt)).first else {
            throw CheckoutRefusal.notFound
        }
        var attempt = try Attempt(row: row)
        guard attempt.state == .voiding else { return }
        attempt.state = .voided
        attempt.endedAt = now
        try transaction.enqueue(attempt.store)
    }
}
