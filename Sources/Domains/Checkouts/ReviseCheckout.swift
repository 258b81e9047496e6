import Carts
import Merchants
import Postgres
import Vocabulary

/// Changes the request of an open checkout; the sheet receives the new price with its next update.
/// A change of only the merchant's own notes (`reference` and `metadata`) keeps the version,
/// because the sheet does not show them.
package struct ReviseCheckout: Verb {
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
        var loaded = try LoadedCheckout(context, in: transaction)
        try loaded.requireOpen()
        let old = loaded.session.request
        loaded.session.request = try change(old)
        guard loaded.session.request != old else {
            return SheetUpdateOutcome(
                session: loaded.session, price: try loaded.lastGoodPrice(), errors: [])
        }
        if loaded.session.request.topsUp {
            try loaded.session.request.requireTopUps(
                of: loaded.session.id.merchant, at: context.now, in: transaction)
        }
        let price: Price
        if loaded.session.request.hasSameTerms(as: old) {
            // The sheet still shows the right price, so it can still be paid.
            price = try loaded.lastGoodPrice()
        } else {
            price = try loaded.price(loaded.session.choice)
            let before = loaded.session.version
            loaded.apply(loaded.session.choice, price)
            // The lines have changed even if the total has not.
            loaded.session.version = before + 1
        }
        loaded.session.changedAt = context.now
        try loaded.storeTenders()
        try transaction.enqueue(loaded.session.storeRequest)
        try transaction.enqueue(loaded.entry(.changed).insert)
        return SheetUpdateOutcome(session: loaded.session, price: price, errors: [])
    }
}

extension CheckoutRequest {
    /// True if only the merchant's own notes differ.
    fileprivate func hasSameTerms(as other: CheckoutRequest) -> Bool {
        var comparable = self
        comparable.reference = other.reference
        comparable.metadata = other.metadata
        return comparable == other
    }
}
