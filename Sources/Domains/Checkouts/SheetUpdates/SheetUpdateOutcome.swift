import Carts
import Contacts

/// The answer to a sheet update: the present price, and the errors.
package struct SheetUpdateOutcome: Sendable {
    package let session: CheckoutSession
    package let price: Price
    /// The most important error first (docs/rules/apple.md#2.1). If there are any, the requested
    /// change was not made.
    package let errors: [FieldError]
    /// A coupon that became invalid, unless the update replaced or removed it.
    package var dropped: DroppedCoupon?
    /// The reason that a balance does not pay the requested amount; the errors tell the buyer the
    /// same.
    package var balance: BalanceProblem?

    package init(
        session: CheckoutSession, price: Price, errors: [FieldError], dropped: DroppedCoupon? = nil,
        balance: BalanceProblem? = nil
    ) {
        self.session = session
        self.price = price
        self.errors = errors
        self.dropped = dropped
        self.balance = balance
    }
}
