import Checkouts
import Outbox
import Postgres
import Vocabulary

/// Event handlers that keep shared orders up to date with their payers' checkouts.
package enum SharedOrderEventHandlers {
    /// Only marks a share as due: one transaction handles many events, while the order's lock needs
    /// a transaction of its own.
    package static func all(now: @escaping @Sendable () -> Instant) -> [EventHandler] {
        [
            EventHandler(for: [
                .checkoutAuthorized, .checkoutCaptured, .checkoutVoided, .checkoutCanceled,
                .checkoutFailed, .checkoutAuthorizationExpired, .checkoutLateSuccess,
            ]) { event, transaction in
                guard let checkout = CheckoutSession.ID(event.object) else { return }
                try transaction.enqueue(
                    ParticipantShare.makeDue(by: checkout.uuid, of: checkout.merchant, at: now()))
            }
        ]
    }
}
