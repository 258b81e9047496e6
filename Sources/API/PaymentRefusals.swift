import Checkout
import JSON
import Vocabulary

extension Problem {
    /// Why a payment is not captured, voided or given back.
    init(_ refusal: PaymentRefusal) {
        switch refusal {
        case .notAuthorized(let state):
            self.init(
                409, "not_authorized",
                "the checkout is \(state.rawValue): no payment of it waits to be captured")
        case .takenTogether:
            self.init(
                409, "taken_together",
                "this pays a share of a shared order, which takes all shares once all are in")
        case .totalPending:
            self.init(
                409, "total_pending", "the total is not final yet: change the checkout's prices")
        case .onlyPendingMayChange:
            self.init(
                409, "only_pending_may_change",
                "the payment was authorised: only pending prices may be made final")
        case .currencyMismatch(let given, let held):
            self.init(
                422, "currency_mismatch",
                "the checkout is in \(held.code), and the amount in \(given.code)")
        case .unknownItem(let index):
            self = .badFields([
                FieldProblem(
                    pointer: "/items", code: "invalid_value",
                    detail: "the cart has no item at \(index)")
            ])
        case .itemsNotLeft(let index, let left):
            self.init(
                400, "invalid_request", "so much of an item is not left",
                errors: [
                    FieldProblem(
                        pointer: "/items", code: "out_of_range",
                        detail: "of the item at \(index) there are \(left) left")
                ])
        case .nothingToCapture:
            self.init(
                409, "nothing_to_capture",
                "all is captured, or what was asked for costs nothing: ask for more of it")
        case .exceedsAuthorization(let left):
            self.init(
                409, "exceeds_authorization", "\(left.decimal) at most may be captured still")
        case .captureInFlight(let secondsLeft):
            self.init(
                409, "capture_in_flight", "another capture of this payment must end first",
                retryAfterSeconds: secondsLeft)
        case .nothingToRefund:
            self.init(409, "nothing_to_refund", "nothing is left to be given back")
        case .exceedsCaptured(let left):
            self.init(409, "exceeds_captured", "\(left.decimal) at most may be given back still")
        }
    }
}

extension Problem {
    init(_ refusal: TopUpRefusal) {
        let detail =
            switch refusal.reason {
            case .unknown: "there is no such balance"
            case .otherCurrency: "this balance is in another currency than the checkout"
            case .expired: "this balance has expired"
            }
        self = .badFields([
            FieldProblem(
                pointer:
                    "/\(refusal.isOfCart ? "items" : "lineItems")/\(refusal.index)/creditsBalance",
                code: "invalid_value", detail: detail)
        ])
    }
}
