import Checkouts
import Postgres
import Vocabulary

/// Finds the charge that paid a checkout, with its currency; nil if no card payment is authorized.
package struct FindCharge: Verb {
    package let checkout: CheckoutSession.ID

    package init(checkout: CheckoutSession.ID) { self.checkout = checkout }

    package func callAsFunction(in transaction: Transaction) throws -> (Currency, Attempt.ID?) {
        guard let row = try transaction.run(CheckoutSession.find(checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        let session = try CheckoutSession(row: row)
        let attempts = try transaction.run(
            Attempt.newest(CheckoutSession.attemptsMax, of: checkout)
        )
        .map(Attempt.init(row:))
        return (session.total.currency, attempts.first { $0.state == .authorized }?.id)
    }
}
