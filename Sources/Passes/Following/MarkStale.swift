import Postgres
import Vocabulary

/// Has the passes looked at again that stand for something, in the transaction that changes it or after it.
package struct MarkStale: Sendable {
    private let subject: String
    private let merchant: MerchantNumber
    private let now: Instant

    package init(_ subject: String, of merchant: MerchantNumber, now: Instant) {
        self.subject = subject
        self.merchant = merchant
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws {
        try transaction.later(StalePass.note(subject: subject, merchant, at: now))
    }
}
