import Carts
import Contacts
import JSON
import Merchants
import Postgres
import Vocabulary

/// The buyer typed a coupon code, or removed it.
package struct ChangeCouponCode: SheetVerb {
    package let question: SheetQuestion
    package let text: String

    package init(question: SheetQuestion, text: String) {
        self.question = question
        self.text = text
    }

    package func decide(_ held: inout HeldSheet) throws -> (SheetAnswer, TimelineEntry) {
        let standing = try held.standing()
        var choice = standing.choice
        var wrong: [FieldError] = []
        if text.allSatisfy(\.isWhitespace) {
            choice.coupon = nil
        } else {
            let entered = try find(in: try held.reading())
            let error = try judge(entered, held)
            if let error {
                wrong = [error]
            } else {
                choice.coupon = entered.map(AppliedCoupon.init)
            }
        }
        let (price, errors, left) = try held.settle(
            on: choice, or: standing, errors: wrong)
        // A buyer who entered another code, or removed it, needs no message about the previous
        // coupon.
        let dropped = errors.isEmpty ? nil : left
        let entry = held.entry(
            .couponCode, errors: errors, dropped: dropped,
            question: Writer.value { $0.object { $0.member("couponCode", text) } })
        return (
            SheetAnswer(sheet: held.sheet, price: price, errors: errors, dropped: dropped), entry
        )
    }

    private func find(in transaction: Transaction) throws -> Coupon? {
        guard let code = CouponCode(text) else { return nil }
        return try Coupon.find(code, of: question.merchant.number, in: transaction)
    }

    private func judge(_ coupon: Coupon?, _ held: HeldSheet) throws -> FieldError? {
        guard held.sheet.request.supportsCouponCode else { return FieldError(coupon: .unknown) }
        return FieldError(coupon: try held.sheet.request.judge(coupon, at: question.now))
    }
}
