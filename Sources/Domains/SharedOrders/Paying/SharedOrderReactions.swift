import Checkouts
import Outbox
import Postgres
import Vocabulary

/// Event handlers that keep shared orders up to date with their payers' checkouts.
package enum SharedOrderReactions {
    /// Only marks a share as due: one transaction handles many events, while the order's lock needs
    /// a transaction of its own.
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
