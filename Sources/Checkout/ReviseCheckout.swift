import Merchants
import Postgres
import Vocabulary

/// Changes what is sold before it is paid; the sheet sees the new price with its next question.
package struct ReviseCheckout: Sendable {
    package let question: SheetQuestion
    /// From the present request to the wanted one.
    package let change: @Sendable (CheckoutRequest) throws -> CheckoutRequest

    package init(
        question: SheetQuestion,
        change: @escaping @Sendable (CheckoutRequest) throws -> CheckoutRequest
    ) {
        self.question = question
        self.change = change
    }

    package func callAsFunction(in transaction: Transaction) throws -> SheetAnswer {
        var locked = try LockedSheet(question, in: transaction)
        try locked.demandOpen(in: transaction)
        locked.sheet.request = try change(locked.sheet.request)
        let price = try locked.price(locked.sheet.choice)
        let before = locked.sheet.version
        locked.take(locked.sheet.choice, price)
        // The lines have changed even where the total has not.
        locked.sheet.version = before + 1
        locked.sheet.changedAt = question.now
        try transaction.later(locked.sheet.storeRequest)
        try transaction.later(locked.entry(.changed).insert)
        return SheetAnswer(sheet: locked.sheet, price: price, errors: [])
    }
}
