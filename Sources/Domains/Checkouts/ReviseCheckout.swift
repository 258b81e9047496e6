import Carts
import Merchants
import Postgres
import Vocabulary

/// Changes the goods before they are paid; the sheet receives the new price with its next update. A
/// change of only the merchant's own notes keeps the version, because the sheet does not show them.
package struct ReviseCheckout: Sendable {
    package let question: SheetQuestion
    /// Turns the present request into the new one.
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
        let old = held.sheet.request
        held.sheet.request = try change(old)
        guard held.sheet.request != old else {
            return SheetAnswer(sheet: held.sheet, price: try held.lastGoodPrice(), errors: [])
        }
        if held.sheet.request.topsUp {
            try held.sheet.request.demandTopUps(
                of: held.sheet.id.merchant, at: question.now, in: transaction)
        }
        let price: Price
        if held.sheet.request.sells(as: old) {
            // The sheet still shows the right price, so it can still be paid.
            price = try held.lastGoodPrice()
        } else {
            price = try held.price(held.sheet.choice)
            let before = held.sheet.version
            held.take(held.sheet.choice, price)
            // The lines have changed even if the total has not.
            held.sheet.version = before + 1
        }
        held.sheet.changedAt = question.now
        try held.keepTenders()
        try transaction.later(held.sheet.storeRequest)
        try transaction.later(held.entry(.changed).insert)
        return SheetAnswer(sheet: held.sheet, price: price, errors: [])
    }
}

extension CheckoutRequest {
    /// True if only the merchant's own notes differ.
    fileprivate func sells(as other: CheckoutRequest) -> Bool {
        var noted = self
        noted.reference = other.reference
        noted.metadata = other.metadata
        return noted == other
    }
}
