import JSON
import Postgres
import Vocabulary

/// The buyer chose a way of delivering. One that is not offered (any more) is passed over: the
/// sheet has no error for it, but it shows the methods and the total that it gets.
package struct SelectShippingMethod: Sendable {
    package let question: SheetQuestion
    package let method: String

    package init(question: SheetQuestion, method: String) {
        self.question = question
        self.method = method
    }

    package func callAsFunction(in transaction: Transaction) throws -> SheetAnswer {
        var locked = try LockedSheet(question, in: transaction)
        try locked.demandOpen(in: transaction)
        let standing = try locked.standing(in: transaction)
        var choice = standing.choice
        choice.method = method
        let (price, errors, dropped) = try locked.settle(
            on: choice, or: standing, errors: [], in: transaction)
        try transaction.later(locked.sheet.storeChoice)
        try transaction.later(
            locked.entry(
                .shippingMethod, errors: errors, dropped: dropped,
                question: Writer.value {
                    $0.object { $0.member("shippingMethod", method) }
                }
            ).insert)
        return SheetAnswer(sheet: locked.sheet, price: price, errors: errors, dropped: dropped)
    }
}

/// The buyer chose a card. Nothing depends on it yet; the answer repeats the price, because an
/// update without lines would empty the sheet (contracts 1.3).
package struct SelectPaymentMethod: Sendable {
    package let question: SheetQuestion
    /// `debit`, `credit` and the like; never the card's name, which may tell who owns it.
    package let kind: String?

    package init(question: SheetQuestion, kind: String?) {
        self.question = question
        self.kind = kind
    }

    package func callAsFunction(in transaction: Transaction) throws -> SheetAnswer {
        var locked = try LockedSheet(question, in: transaction)
        try locked.demandOpen(in: transaction)
        let standing = try locked.standing(in: transaction)
        let (price, errors, dropped) = try locked.settle(
            on: standing.choice, or: standing, errors: [], in: transaction)
        try transaction.later(locked.sheet.storeChoice)
        try transaction.later(
            locked.entry(
                .paymentMethod, errors: errors, dropped: dropped,
                question: kind.map { kind in
                    Writer.value { $0.object { $0.member("type", kind) } }
                }
            ).insert)
        return SheetAnswer(sheet: locked.sheet, price: price, errors: errors, dropped: dropped)
    }
}
