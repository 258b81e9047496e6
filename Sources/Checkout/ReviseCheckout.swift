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
        var held = try HeldSheet(question, in: transaction)
        try held.demandOpen()
        held.sheet.request = try change(held.sheet.request)
        let price = try held.price(held.sheet.choice)
        let before = held.sheet.version
        held.take(held.sheet.choice, price)
        // The lines have changed even where the total has not.
        held.sheet.version = before + 1
        held.sheet.changedAt = question.now
        try transaction.later(held.sheet.storeRequest)
        try transaction.later(held.entry(.changed).insert)
        return SheetAnswer(sheet: held.sheet, price: price, errors: [])
    }
}
