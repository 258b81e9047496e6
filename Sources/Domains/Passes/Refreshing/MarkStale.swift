import Postgres
import Vocabulary

/// Marks the passes of a subject for an update, in the transaction that changes the subject or
/// after it.
package struct MarkStale: Verb {
    private let subject: String
    private let merchant: MerchantNumber
    private let now: Instant

    package init(_ subject: String, of merchant: MerchantNumber, now: Instant) {
        self.subject = subject
        self.merchant = merchant
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws {
        try transaction.enqueue(StalePass.mark(subject: subject, merchant, at: now))
    }
}
