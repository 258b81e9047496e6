import Merchants
import Outbox
import Postgres
import Vocabulary

/// Cancels an unpaid checkout. A canceled one stays canceled.
package struct CancelCheckout: Sendable {
    package let question: SheetQuestion
    package let event: UUID128
    /// True when the buyer is erased, which does not wait for a processor: a void needs no
    /// contacts.
    private let forgets: Bool

    package init(question: SheetQuestion, event: UUID128, forgets: Bool = false) {
        self.question = question
        self.event = event
        self.forgets = forgets
    }

    package func callAsFunction(in transaction: Transaction) throws -> Sheet {
        var held = try HeldSheet(ending: question, in: transaction)
        switch held.sheet.state(at: question.now) {
        case .canceled: return held.sheet
        case .open:
            // A charge that came too late is not voided yet.
            if !forgets, let last = try held.attempts().first, last.isGivenBack {
                throw CheckoutRefusal.authorizing(
                    secondsLeft: last.leaseSecondsLeft(at: question.now))
            }
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
