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
        var locked = try LockedSheet(ending: question, in: transaction)
        switch locked.sheet.state(at: question.now) {
        case .canceled: return locked.sheet
        case .open, .expired: break
        case .authorizing: throw try locked.refusalWhileAuthorizing(in: transaction)
        case .authorized, .captured, .refunded, .failed:
            throw CheckoutRefusal.notOpen(locked.sheet.state)
        }
        locked.sheet.state = .canceled
        locked.sheet.events += 1
        locked.sheet.changedAt = question.now
        try transaction.later(locked.sheet.storeState)
        try transaction.later(locked.entry(.canceled).insert)
        try transaction.later(
            Event(
                id: Event.ID(merchant: locked.sheet.id.merchant, uuid: event),
                type: .checkoutCanceled, object: locked.sheet.id.text,
                sequence: locked.sheet.events, data: locked.sheet.eventData, at: question.now
            ).insert)
        return locked.sheet
    }
}
