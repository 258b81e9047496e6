import Carts
import Merchants
import Postgres
import Vocabulary

/// Changes the goods before they are paid; the sheet receives the new price with its next update. A
/// change of only the merchant's own notes keeps the version, because the sheet does not show them.
package struct ReviseCheckout: Sendable {
    package let context: CheckoutContext
    /// Turns the present request into the new one.
    package let change: @Sendable (CheckoutRequest) throws -> CheckoutRequest

    package init(
        context: CheckoutContext,
        change: @escaping @Sendable (CheckoutRequest) throws -> CheckoutRequest
    ) {
        self.context = context
        self.change = change
    }

    package func callAsFunction(in transaction: Transaction) throws -> SheetUpdateOutcome {
        var locked = try LockedCheckout(context, in: transaction)
        try locked.requireOpen()
        let old = locked.session.request
        locked.session.request = try change(old)
        guard locked.session.request != old else {
            return SheetUpdateOutcome(
                session: locked.session, price: try locked.lastGoodPrice(), errors: [])
        }
        if locked.session.request.topsUp {
            try locked.session.request.requireTopUps(
                of: locked.session.id.merchant, at: context.now, in: transaction)
        }
        let price: Price
        if locked.session.request.sells(as: old) {
            // The sheet still shows the right price, so it can still be paid.
            price = try locked.lastGoodPrice()
        } else {
            price = try locked.price(locked.session.choice)
            let before = locked.session.version
            locked.apply(locked.session.choice, price)
            // The lines have changed even if the total has not.
            locked.session.version = before + 1
        }
        locked.session.changedAt = context.now
        try locked.storeTenders()
        try transaction.enqueue(locked.session.storeRequest)
        try transaction.enqueue(locked.entry(.changed).insert)
        return SheetUpdateOutcome(session: locked.session, price: price, errors: [])
    }
}

extension CheckoutRequest {
    /// True if only the merchant's own notes differ.
    fileprivate func sells(as other: CheckoutRequest) -> Bool {
        var noted = self
        noted.reference = other.reference
        noted.metadata = other.metadata
        return noted == other
    }
}
