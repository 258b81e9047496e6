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

    package func decide(_ loaded: inout LoadedCheckout) throws -> (
        SheetUpdateOutcome, TimelineEntry
    ) {
        let currentChoice = try loaded.currentChoice()
        var choice = currentChoice.choice
        var wrong: [FieldError] = []
        if text.allSatisfy(\.isWhitespace) {
            choice.coupon = nil
        } else {
            let entered = try find(in: try loaded.requireTransaction())
            let error = try checkValidity(entered, loaded)
            if let error {
                wrong = [error]
            } else {
                choice.coupon = entered.map(AppliedCoupon.init)
            }
        }
        let (price, errors, droppedCoupon) = try loaded.reprice(
            on: choice, or: currentChoice, errors: wrong)
        // A buyer who entered another code, or removed it, needs no message about the previous
        // coupon.
        let dropped = errors.isEmpty ? nil : droppedCoupon
        let entry = loaded.entry(
            .couponCode, errors: errors, dropped: dropped,
            input: Writer.value { $0.object { $0.member("couponCode", text) } })
        return (
            SheetUpdateOutcome(
                session: loaded.session, price: price, errors: errors, dropped: dropped), entry
        )
    }

    private func find(in transaction: Transaction) throws -> Coupon? {
        guard let code = CouponCode(text) else { return nil }
        return try Coupon.find(code, of: context.merchant.number, in: transaction)
    }

    private func checkValidity(_ coupon: Coupon?, _ loaded: LoadedCheckout) throws -> FieldError? {
        guard loaded.session.request.supportsCouponCode else { return FieldError(coupon: .unknown) }
        return FieldError(coupon: try loaded.session.request.checkValidity(coupon, at: context.now))
    }
}
