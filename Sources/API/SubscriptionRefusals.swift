import JSON
import Subscriptions
import Vocabulary

extension Problem {
    /// Why plans, subscriptions, invoices and clocks do not do what they are asked.
    init(_ refusal: SubscriptionRefusal) {
        switch refusal {
        case .notFound: self = .notFound
        case .noSuchPlan: self = .noSuch("plan", at: "/plan")
        case .noSuchQuote: self = .noSuch("quote of this subscription", at: "/quote")
        case .planArchived:
            self.init(409, "plan_archived", "the plan was deleted: nothing new is sold by it")
        case .otherCurrency(let currency):
            self = .currencyMismatch("this is in \(currency.code)", at: "/currencyCode")
        case .planInOtherCurrency(let currency):
            self = .currencyMismatch("the subscription is in \(currency.code)", at: "/plan")
        case .over(let state):
            self.init(
                409, "subscription_over", "the subscription is \(state.word): nothing follows")
        case .notInState(let state):
            self.init(
                409, "subscription_state",
                "this cannot be done with a subscription that is \(state.word)")
        case .paying(let secondsLeft):
            self.init(
                409, "payment_in_progress", "a payment of it is being made; ask again",
                retryAfterSeconds: secondsLeft)
        case .quoteStale:
            self.init(
                409, "quote_stale",
                "the quote is too old, or the subscription has changed since: ask for another")
        case .invoiceNotOpen(let state):
            self.init(
                409, "invoice_state",
                "this cannot be done with an invoice that is \(state.rawValue)")
        case .exceedsAgreedAmount(let most):
            self.init(
                400, "invalid_request", "the amount is more than the buyer agreed to",
                errors: [
                    FieldProblem(
                        pointer: "/amount", code: "exceeds_agreed_amount",
                        detail: "at most \(most.decimal), as the sheet said")
                ])
        case .nothingOwed:
            self.init(409, "nothing_owed", "no invoice of this subscription is open")
        case .noChange:
            self.init(409, "no_change", "the subscription is to these terms already")
        case .resumesInThePast(let now):
            self = .tooEarly("a pause ends later than it begins", at: "/resumesAt", after: now)
        case .clockBackwards(let at):
            self = .tooEarly("a clock goes forward only", at: "/to", after: at)
        case .clockAdvancing:
            self.init(
                409, "clock_advancing", "the clock is on its way already", retryAfterSeconds: 1)
        case .laterPaymentOver(let state):
            self.init(
                409, "later_payment_over", "the later payment is \(state.rawValue) already")
        case .notFreeAnyMore(let since):
            self.init(
                409, "free_cancellation_over",
                "it was free to cancel until \(since.rfc3339): say afterFreeCancellation to do it")
        case .testMerchantsOnly:
            self.init(403, "test_merchants_only", "clocks are for test merchants")
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
                    detail: "after \(now.rfc3339), which is now")
            ])
    }
}
