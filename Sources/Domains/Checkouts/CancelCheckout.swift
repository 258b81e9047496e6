import Merchants
import Outbox
import Postgres
import Vocabulary

/// Cancels an unpaid checkout. A canceled one stays canceled.
package struct CancelCheckout: Sendable {
    package let context: CheckoutContext
    package let event: UUID128
    /// True when the buyer is erased, which does not wait for a processor: a void needs no
    /// contacts.
    private let isErasure: Bool

    package init(context: CheckoutContext, event: UUID128, isErasure: Bool = false) {
        self.context = context
        self.event = event
        self.isErasure = isErasure
    }

    package func callAsFunction(in transaction: Transaction) throws -> CheckoutSession {
        var locked = try LockedCheckout(unchecked: context, in: transaction)
        switch locked.session.state(at: context.now) {
        case .canceled: return locked.session
        case .open:
            // A charge that came too late is not voided yet.
            if !isErasure, let last = try locked.attempts().first, last.isBeingVoided {
                throw CheckoutRefusal.authorizing(
                    secondsLeft: last.leaseSecondsLeft(at: context.now))
            }
        case .authorizing: throw try locked.refusalWhileAuthorizing()
        case .authorized, .captured, .refunded, .failed, .expired:
            throw CheckoutRefusal.notOpen(locked.session.state(at: context.now))
        }
        locked.session.state = .canceled
        locked.session.events += 1
        locked.session.changedAt = context.now
        try locked.renewOrReleaseTenders()
        try transaction.enqueue(locked.session.storeState)
        try transaction.enqueue(locked.entry(.canceled).insert)
        try transaction.enqueue(
            Event(
                id: Event.ID(merchant: locked.session.id.merchant, uuid: event),
                type: .checkoutCanceled, object: locked.session.id.text,
                sequence: locked.session.events, data: locked.session.eventData, at: context.now
            ).insert)
        return locked.session
    }
}
