import JSON
import Subscriptions
import Vocabulary

extension Problem {
    /// The answer to a refused request about plans, subscriptions, invoices or clocks.
    init(_ refusal: SubscriptionRefusal) {
        switch refusal {
        case .notFound: self = .notFound
        case .noSuchPlan: self = .noSuch("plan", at: "/plan")
        case .noSuchQuote: self = .noSuch("quote of this subscription", at: "/quote")
        case .planArchived:
            self.init(409, "plan_archived", "the plan was deleted: new subscriptions cannot use it")
        case .otherCurrency(let currency):
            self = .currencyMismatch("the amount must be in \(currency.code)", at: "/currencyCode")
        case .planInOtherCurrency(let currency):
            self = .currencyMismatch("the subscription is in \(currency.code)", at: "/plan")
        case .over(let state):
            self.init(
                409, "subscription_over",
                "the subscription is \(state.apiName) and cannot be changed anymore")
        case .notInState(let state):
            self.init(
                409, "subscription_state",
                "this is not possible while the subscription is \(state.apiName)")
        case .paymentInProgress(let secondsLeft):
            self.init(
                409, "payment_in_progress", "a payment is in progress; try again",
                retryAfterSeconds: secondsLeft)
        case .quoteStale:
            self.init(
                409, "quote_stale",
                "the quote has expired, or the subscription has changed since: request a new quote")
        case .invoiceNotOpen(let state):
            self.init(
                409, "invoice_state",
                "this is not possible while the invoice is \(state.rawValue)")
        case .exceedsAgreedAmount(let most):
            self.init(
                400, "invalid_request", "the amount exceeds the amount that the buyer agreed to",
                errors: [
                    FieldProblem(
                        pointer: "/amount", code: "exceeds_agreed_amount",
                        detail: "at most \(most.decimal), the limit that the payment sheet showed")
                ])
        case .tooManyRetries(let limit):
            self.init(
                409, "too_many_retries",
                "this invoice was retried manually \(limit) times; let the buyer pay it in a "
                    + "payment sheet"
            )
        case .nothingOwed:
            self.init(409, "nothing_owed", "this subscription has no open invoice")
        case .otherProration(let unit):
            self.init(
                409, "other_proration",
                "an earlier change in this period was counted by \(unit.rawValue): omit "
                    + "proration, or change at the end of the period")
        case .noChange:
            self.init(409, "no_change", "the subscription already has these terms")
        case .resumesInThePast(let now):
            self = .tooEarly("a pause must end in the future", at: "/resumesAt", after: now)
        case .clockBackwards(let at):
            self = .tooEarly("a test clock can only be advanced", at: "/to", after: at)
        case .clockAdvancing:
            self.init(
                409, "clock_advancing", "the test clock is already advancing", retryAfterSeconds: 1)
        case .scheduledPaymentOver(let state):
            self.init(
                409, "later_payment_over", "the scheduled payment is already \(state.rawValue)")
        case .freeCancellationEnded(let since):
            self.init(
                409, "free_cancellation_over",
                "free cancellation ended at \(since.rfc3339): set afterFreeCancellation to cancel "
                    + "anyway"
            )
        case .testMerchantsOnly:
            self.init(403, "test_merchants_only", "only test merchants can use test clocks")
        }
    }

    private static func currencyMismatch(_ detail: String, at pointer: String) -> Problem {
        Problem(
            422, "currency_mismatch", detail,
            errors: [FieldProblem(pointer: pointer, code: "currency_mismatch", detail: detail)])
    }

    private static func tooEarly(_ detail: String, at pointer: String, after now: Instant)
        -> Problem
    {
        Problem(
            400, "invalid_request", detail,
            errors: [
                FieldProblem(
                    pointer: pointer, code: "out_of_range",
                    detail: "must be after \(now.rfc3339), the current time")
            ])
    }
}
