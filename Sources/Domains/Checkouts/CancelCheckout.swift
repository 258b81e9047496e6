import Balances
import Merchants
import Outbox
import Postgres
import Vocabulary

/// Cancels an open checkout. A repeated call changes nothing.
package struct CancelCheckout: Verb {
    package let context: CheckoutContext
    package let event: UUID128
    /// True if the call erases the buyer. It then does not wait for a void in progress, because a
    /// void needs no contacts.
    private let isErasure: Bool

    package init(context: CheckoutContext, event: UUID128, isErasure: Bool = false) {
        self.context = context
        self.event = event
        self.isErasure = isErasure
    }

    package func callAsFunction(in transaction: Transaction) throws -> CheckoutSession {
        var loaded = try LoadedCheckout(unchecked: context, in: transaction)
        switch loaded.session.state(at: context.now) {
        case .canceled: return loaded.session
        case .open:
            // The processor has not yet voided a charge that succeeded too late.
            if !isErasure, let last = try loaded.attempts().first, last.isBeingVoided {
                throw CheckoutRefusal.authorizing(
                    secondsLeft: last.leaseSecondsLeft(at: context.now))
            }
        case .authorizing: throw try loaded.refusalWhileAuthorizing()
        case .authorized, .captured, .refunded, .failed, .expired:
            throw CheckoutRefusal.notOpen(loaded.session.state(at: context.now))
        }
        loaded.session.state = .canceled
        loaded.session.events += 1
        loaded.session.changedAt = context.now
        try loaded.renewOrReleaseTenders().store(in: transaction)
        try transaction.enqueue(loaded.session.storeState)
        try transaction.enqueue(loaded.entry(.canceled).insert)
        try transaction.enqueue(
            Event(
                id: Event.ID(merchant: loaded.session.id.merchant, uuid: event),
                type: .checkoutCanceled, object: loaded.session.id.text,
                sequence: loaded.session.events, data: loaded.session.eventData, at: context.now
            ).insert)
        return loaded.session
    }
}
