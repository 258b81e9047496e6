import Contacts

/// What a question of the sheet is answered with: the price as it stands, and what is wrong.
package struct SheetAnswer: Sendable {
    package let sheet: Sheet
    package let price: Price
    /// In Apple's order; with errors nothing was changed.
    package let errors: [FieldError]
    /// The coupon that this question found gone bad, if it is not what was asked about.
    package var dropped: DroppedCoupon?
    /// Why a balance does not pay what it was asked to; the errors say so to the buyer.
    package var balance: BalanceTrouble?
}
