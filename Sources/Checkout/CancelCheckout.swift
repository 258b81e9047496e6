import Merchants
import Outbox
import Postgres
import Vocabulary

/// Ends a checkout that nothing was paid for. What is canceled already stays so.
package struct CancelCheckout: Sendable {
    package let question: SheetQuestion
    package let event: UUID128

    package init(question: SheetQuestion, event: UUID128) {
        self.question = question
        self.event = event
    }

    package func callAsFunction(in transaction: Transaction) throws -> Sheet {
        var held = try HeldSheet(ending: question, in: transaction)
        switch held.sheet.state(at: question.now) {
        case .canceled: return held.sheet
        case .open: break
        case .authorizing: throw try held.refusalWhileAuthorizing()
        case .authorized, .captured, .refunded, .failed, .expired:
            throw CheckoutRefusal.notOpen(held.sheet.state(at: question.now))
        }
        held.sheet.state = .canceled
        held.sheet.events += 1
        held.sheet.changedAt = question.now
        try held.returnTenders()
        try transaction.later(held.sheet.storeState)
        try transaction.later(held.entry(.canceled).insert)
        try transaction.later(
            Event(
                id: Event.ID(merchant: held.sheet.id.merchant, uuid: event),
                type: .checkoutCanceled, object: held.sheet.id.text,
                sequence: held.sheet.events, data: held.sheet.eventData, at: question.now
            ).insert)
        return held.sheet
    }
}
