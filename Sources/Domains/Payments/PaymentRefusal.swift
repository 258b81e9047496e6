import JSON
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

extension PaymentRefusal: Refusal {
    package var problem: ProblemDetails {
        switch self {
        case .notAuthorized(let state):
            .conflict(
                "not_authorized",
                "the checkout is \(state.rawValue): it has no authorized payment")
        case .capturedTogether:
            .conflict(
                "taken_together",
                "this checkout pays a share of a shared order: all shares are captured together "
                    + "once all are authorized"
            )
        case .totalPending:
            .conflict(
                "total_pending",
                "the total is not final yet: first set the checkout's final prices")
        case .onlyPendingMayChange:
            .conflict(
                "only_pending_may_change",
                "the payment is authorized: only pending prices can be made final")
        case .currencyMismatch(let given, let held):
            .unprocessable(
                "currency_mismatch",
                "the checkout is in \(held.code), but the amount is in \(given.code)")
        case .unknownItem(let index):
            .invalid("/items", "the cart has no item at \(index)")
        case .itemsNotLeft(let index, let left):
            .invalid(
                "the quantity of an item is more than is left to capture or refund",
                [
                    FieldProblem(
                        pointer: "/items", code: "out_of_range",
                        detail: "the item at \(index) has only \(left) left")
                ])
        case .nothingToCapture:
            .conflict(
                "nothing_to_capture",
                "nothing is left to capture, or the requested items cost nothing: request more")
        case .exceedsAuthorization(let left):
            .conflict("exceeds_authorization", "at most \(left.decimal) can still be captured")
        case .captureInFlight(let secondsLeft):
            .conflict(
                "capture_in_flight", "another capture of this payment is still in progress",
                retryAfterSeconds: secondsLeft)
        case .nothingToRefund:
            .conflict("nothing_to_refund", "nothing is left to refund")
        case .exceedsCaptured(let left):
            .conflict("exceeds_captured", "at most \(left.decimal) can still be refunded")
        }
    }
}
