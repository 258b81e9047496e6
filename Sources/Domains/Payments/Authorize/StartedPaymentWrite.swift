import Checkouts
import Idempotency

/// The first attempt to pay a checkout, decided on an optimistic read: all rows to write before the
/// processor is asked.
///
/// One statement writes several payments (docs/decisions/0011). It stores each one independently of
/// the others, if the checkout's row has not changed.
struct StartedPaymentWrite: Sendable {
    /// The checkout after the write: authorizing.
    let session: CheckoutSession
    let rowVersion: String
    let attempt: Attempt
    let claim: Claim?
    /// Charged only if its merchant token was not revoked.
    let savedCard: SavedCard.ID?
}
