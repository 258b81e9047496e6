import Checkout
import Outbox
import Postgres
import Vocabulary

/// What shared orders do about what became of their payers' checkouts.
package enum SharedOrderReactions {
    /// Only noted here: many events are read at once, and an order's lock is taken by who works on it alone.
    package static func all(now: @escaping @Sendable () -> Instant) -> [Reaction] {
        [
            Reaction(to: [
                .checkoutAuthorized, .checkoutCaptured, .checkoutVoided, .checkoutCanceled,
                .checkoutFailed, .checkoutAuthorizationExpired, .checkoutLateSuccess,
            ]) { event, transaction in
                guard let checkout = Sheet.ID(event.object) else { return }
                try transaction.later(
                    Share.wake(by: checkout.uuid, of: checkout.merchant, at: now()))
            }
        ]
    }
}
