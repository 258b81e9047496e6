import Checkouts
import Postgres
import Vocabulary

/// Finds the charge that paid a checkout, with its currency; nil if no card payment is authorized.
package struct FindCharge: Sendable {
    package let checkout: Sheet.ID

    package init(checkout: Sheet.ID) { self.checkout = checkout }

    package func callAsFunction(in transaction: Transaction) throws -> (Currency, Attempt.ID?) {
        guard let row = try transaction.run(Sheet.find(checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        let sheet = try Sheet(row: row)
        let attempts = try transaction.run(Attempt.newest(Sheet.attemptsMax, of: checkout))
            .map(Attempt.init(row:))
        return (sheet.total.currency, attempts.first { $0.state == .authorized }?.id)
    }
}
