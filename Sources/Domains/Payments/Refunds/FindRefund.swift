import Checkouts
import Merchants
import Postgres
import Vocabulary

/// Finds one refund of a checkout.
package struct FindRefund: Verb {
    package let refund: Refund.ID
    package let checkout: CheckoutSession.ID

    package init(refund: Refund.ID, checkout: CheckoutSession.ID) {
        self.refund = refund
        self.checkout = checkout
    }

    package func callAsFunction(in transaction: Transaction) throws -> Refund {
        guard let row = try transaction.run(Refund.find(refund)).first else {
            throw CheckoutRefusal.notFound
        }
        let refund = try Refund(row: row)
        guard refund.checkout == checkout else { throw CheckoutRefusal.notFound }
        return refund
    }
}
