import Contacts
import JSON
import Merchants
import Postgres
import Vocabulary

/// The buyer typed a coupon code, or took it away.
package struct ChangeCouponCode: Sendable {
    package let question: SheetQuestion
    package let text: String

    package init(question: SheetQuestion, text: String) {
        self.question = question
        self.text = text
    }

    package func callAsFunction(in transaction: Transaction) throws -> SheetAnswer {
        var locked = try LockedSheet(question, in: transaction)
        try locked.demandOpen()
        var choice = locked.sheet.choice
        var errors: [FieldError] = []
        if text.allSatisfy(\.isWhitespace) {
            choice.coupon = nil
        } else {
            let entered = try find(in: transaction)
            let error = try judge(entered, locked)
            if let error {
                errors = [error]
            } else {
                choice.coupon = entered.map(AppliedCoupon.init)
            }
        }
        let price: Price
        do {
            price = try locked.price(choice)
        } catch PricingRefusal.zeroTotalNeedsNewerClient {
            // An old sheet cannot show that nothing is left to pay.
            choice = locked.sheet.choice
            price = try locked.price(choice)
            errors = [FieldError(code: .couponCodeInvalid, message: .couponUnknown)]
        }
        locked.take(choice, price)
        try transaction.later(locked.sheet.storeChoice)
        try transaction.later(
            locked.entry(
                .couponCode, errors: errors,
                question: Writer.value {
                    $0.object { $0.member("couponCode", text) }
                }
            ).insert)
        return SheetAnswer(sheet: locked.sheet, price: price, errors: errors)
    }

    private func find(in transaction: Transaction) throws -> Coupon? {
        guard let code = CouponCode(text) else { return nil }
        return try Coupon.find(code, of: question.merchant.number, in: transaction)
    }

    private func judge(_ coupon: Coupon?, _ locked: LockedSheet) throws -> FieldError? {
        guard locked.sheet.request.supportsCouponCode else { return FieldError(coupon: .unknown) }
        return FieldError(coupon: try locked.sheet.request.judge(coupon, at: question.now))
    }
}
