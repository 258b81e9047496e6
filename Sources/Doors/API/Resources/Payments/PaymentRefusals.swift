import Checkouts
import JSON
import Payments
import Vocabulary

extension Problem {
    /// The answer to a refused capture, void or refund.
    init(_ refusal: PaymentRefusal) {
        switch refusal {
        case .notAuthorized(let state):
            self.init(
                409, "not_authorized",
                "the checkout is \(state.rawValue): it has no authorized payment")
        case .capturedTogether:
            self.init(
                409, "taken_together",
                "this checkout pays a share of a shared order: all shares are captured together "
                    + "once all are authorized"
            )
        case .totalPending:
            self.init(
                409, "total_pending",
                "the total is not final yet: first set the checkout's final prices")
        case .onlyPendingMayChange:
            self.init(
                409, "only_pending_may_change",
                "the payment is authorized: only pending prices can be made final")
        case .currencyMismatch(let given, let held):
            self.init(
                422, "currency_mismatch",
                "the checkout is in \(held.code), but the amount is in \(given.code)")
        case .unknownItem(let index):
            self = .badFields([
                FieldProblem(
                    pointer: "/items", code: "invalid_value",
                    detail: "the cart has no item at \(index)")
            ])
        case .itemsNotLeft(let index, let left):
            self.init(
                400, "invalid_request",
                "the quantity of an item is more than is left to capture or refund",
                errors: [
                    FieldProblem(
                        pointer: "/items", code: "out_of_range",
                        detail: "the item at \(index) has only \(left) left")
                ])
        case .nothingToCapture:
            self.init(
                409, "nothing_to_capture",
                "nothing is left to capture, or the requested items cost nothing: request more")
        case .exceedsAuthorization(let left):
            self.init(
                409, "exceeds_authorization", "at most \(left.decimal) can still be captured")
        case .captureInFlight(let secondsLeft):
            self.init(
                409, "capture_in_flight", "another capture of this payment is still in progress",
                retryAfterSeconds: secondsLeft)
        case .nothingToRefund:
            self.init(409, "nothing_to_refund", "nothing is left to refund")
        case .exceedsCaptured(let left):
            self.init(409, "exceeds_captured", "at most \(left.decimal) can still be refunded")
        }
    }
}

extension Problem {
    init(_ refusal: TopUpRefusal) {
        let detail =
            switch refusal.reason {
            case .unknown: "the balance does not exist"
            case .otherCurrency: "the balance's currency differs from the checkout's"
            case .expired: "the balance has expired"
            }
        self = .badFields([
            FieldProblem(
                pointer:
                    "/\(refusal.isOfCart ? "items" : "lineItems")/\(refusal.index)/creditsBalance",
                code: "invalid_value", detail: detail)
        ])
    }
}
