import Carts
import Contacts
import JSON
import Merchants
import Postgres
import Vocabulary

/// The buyer typed a coupon code, or removed it.
package struct ChangeCouponCode: SheetUpdateVerb {
    package let context: CheckoutContext
    package let text: String

    package init(context: CheckoutContext, text: String) {
        self.context = context
        self.text = text
    }

    package func decide(_ locked: inout LockedCheckout) throws -> (
        SheetUpdateOutcome, TimelineEntry
    ) {
        let currentChoice = try locked.currentChoice()
        var choice = currentChoice.choice
        var wrong: [FieldError] = []
        if text.allSatisfy(\.isWhitespace) {
            choice.coupon = nil
        } else {
            let entered = try find(in: try locked.requireTransaction())
            let error = try judge(entered, locked)
            if let error {
                wrong = [error]
            } else {
                choice.coupon = entered.map(AppliedCoupon.init)
            }
        }
        let (price, errors, droppedCoupon) = try locked.reprice(
            on: choice, or: currentChoice, errors: wrong)
        // A buyer who entered another code, or removed it, needs no message about the previous
        // coupon.
        let dropped = errors.isEmpty ? nil : droppedCoupon
        let entry = locked.entry(
            .couponCode, errors: errors, dropped: dropped,
            question: Writer.value { $0.object { $0.member("couponCode", text) } })
        return (
            SheetUpdateOutcome(
                session: locked.session, price: price, errors: errors, dropped: dropped), entry
        )
    }

    private func find(in transaction: Transaction) throws -> Coupon? {
        guard let code = CouponCode(text) else { return nil }
        return try Coupon.find(code, of: context.merchant.number, in: transaction)
    }

    private func judge(_ coupon: Coupon?, _ locked: LockedCheckout) throws -> FieldError? {
        guard locked.session.request.supportsCouponCode else { return FieldError(coupon: .unknown) }
        return FieldError(coupon: try locked.session.request.judge(coupon, at: context.now))
    }
}
