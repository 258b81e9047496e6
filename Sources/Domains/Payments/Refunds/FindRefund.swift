import Checkouts
import Merchants
import Postgres
import Vocabulary

/// Finds one refund of a checkout.
package struct FindRefund: Sendable {
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

/// Lists a page of a checkout's refunds, newest first.
package struct ListRefunds: Sendable {
    package let checkout: CheckoutSession.ID
    package let before: UUID128?
    package let limit: Int

    package init(checkout: CheckoutSession.ID, before: UUID128?, limit: Int) {
        self.checkout = checkout
        self.before = before
        self.limit = limit
    }

    package func callAsFunction(in transaction: Transaction) throws -> [Refund] {
        guard try transaction.run(CheckoutSession.find(checkout)).first != nil else {
            throw CheckoutRefusal.notFound
        }
        return try transaction.run(
            Refund.page(of: checkout, before: before, limit: limit)
        ).map(Refund.init(row:))
    }
}
