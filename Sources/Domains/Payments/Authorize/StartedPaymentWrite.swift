import Balances
import Checkouts
import Idempotency
import Merchants

/// An attempt to pay a checkout: all rows to write before the processor is asked.
///
/// One statement writes one or many (docs/decisions/0011).
struct StartedPaymentWrite: Sendable {
    /// The checkout after the write: authorizing.
    let session: CheckoutSession
    /// The transaction that wrote the checkout's row when the caller read it; nil if the caller has
    /// locked the row, and has checked the card, the key and the token.
    let rowVersion: String?
    let attempt: NewAttempt
    /// The holds of the balances that pay beside the card; they are locked.
    let ledger: LedgerRows
    /// The coupon with the redemption that the attempt reserves; its row is locked.
    let coupon: Coupon?
    let claim: Claim?
    /// Charged only if its merchant token was not revoked.
    let savedCard: SavedCard.ID?
}
