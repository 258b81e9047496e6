import Vocabulary

/// Why money is not captured, let go or given back. In order of precedence.
package enum PaymentRefusal: Error, Equatable, Sendable {
    /// No payment of it is authorised, so there is nothing to take or to let go.
    case notAuthorized(Sheet.State)
    /// It pays a share of a shared order, which takes all of them when all are in.
    case takenTogether
    /// Its total is not final yet.
    case totalPending
    /// Other than making pending prices final was asked of a payment that was authorised.
    case onlyPendingMayChange
    case currencyMismatch(given: Currency, of: Currency)
    /// The cart has no such item.
    case unknownItem(index: Int)
    /// Not so many of it are left.
    case itemsNotLeft(index: Int, left: Int64)
    case nothingToCapture
    /// More than is left of what was authorised, and the checkout's maximum allows no more.
    case exceedsAuthorization(left: Money)
    /// Another capture must end first, for so many seconds more at most.
    case captureInFlight(secondsLeft: Int)
    case nothingToRefund
    /// More than is left of what was captured.
    case exceedsCaptured(left: Money)
}
