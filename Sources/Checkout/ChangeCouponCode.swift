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
        try locked.demandOpen(in: transaction)
        let standing = try locked.standing(in: transaction)
        var choice = standing.choice
        var wrong: [FieldError] = []
        if text.allSatisfy(\.isWhitespace) {
            choice.coupon = nil
        } else {
            let entered = try find(in: transaction)
            let error = try judge(entered, locked)
            if let error {
                wrong = [error]
            } else {
                choice.coupon = entered.map(AppliedCoupon.init)
            }
        }
        let (price, errors, left) = try locked.settle(
            on: choice, or: standing, errors: wrong, in: transaction)
        // Whoever took another code, or none, does not miss the one before.
        let dropped = errors.isEmpty ? nil : left
        try transaction.later(locked.sheet.storeChoice)
        try transaction.later(
            locked.entry(
                .couponCode, errors: errors, dropped: dropped,
                question: Writer.value {
                    $0.object { $0.member("couponCode", text) }
                }
            ).insert)
        return SheetAnswer(sheet: locked.sheet, price: price, errors: errors, dropped: dropped)
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
