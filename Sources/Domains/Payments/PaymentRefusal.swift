import Checkouts
import Vocabulary

/// The reason that a capture, void or refund is refused, or a change of an authorized payment.
package enum PaymentRefusal: Error, Equatable, Sendable {
    /// The checkout has no authorized payment to capture or void.
    case notAuthorized(CheckoutSession.State)
    /// It pays a share of a shared order, which captures all shares together.
    case capturedTogether
    /// Its total is not final yet.
    case totalPending
    /// On an authorized payment only pending prices may change, to become final.
    case onlyPendingMayChange
    case currencyMismatch(given: Currency, of: Currency)
    /// The cart has no such item.
    case unknownItem(index: Int)
    /// The quantity exceeds the rest of the item.
    case itemsNotLeft(index: Int, remaining: Int64)
    case nothingToCapture
    /// The amount exceeds the rest of the authorization, and the checkout's maximum does not allow
    /// the increment.
    case exceedsAuthorization(remaining: Money)
    /// Another capture must end first, within at most this many seconds.
    case captureInFlight(secondsLeft: Int)
    case nothingToRefund
    /// The amount exceeds the rest of the captured money.
    case exceedsCaptured(remaining: Money)
}
