import JSON
import Vocabulary

/// The refusals of calls about plans, subscriptions, invoices, later payments and clocks.
package enum SubscriptionRefusal: Error, Equatable, Sendable {
    case notFound
    /// The plan of the change does not exist.
    case noSuchPlan
    /// This subscription has no such quote.
    case noSuchQuote
    /// An archived plan cannot be sold to new subscribers.
    case planArchived
    /// A plan's currency is fixed, and so is the currency of its charges.
    case otherCurrency(plan: Currency)
    /// A subscription keeps its currency, so it cannot change to a plan in another one.
    case planInOtherCurrency(own: Currency)
    /// The subscription is over.
    case over(Subscription.State)
    /// Its state does not allow the call.
    case notInState(Subscription.State)
    /// A payment is in progress; the client may repeat the call after this number of seconds.
    case paymentInProgress(secondsLeft: Int)
    /// The subscription or its payments have changed since the quote, or the quote has expired.
    case quoteStale
    /// The invoice's state does not allow the call.
    case invoiceNotOpen(Invoice.State)
    /// The card was retried by hand as often as card networks allow.
    case tooManyRetries(limit: Int)
    /// Above the amount that the buyer agreed to in the sheet.
    case exceedsAgreedAmount(Money)
    /// No open invoice is left to pay with a new card.
    case nothingOwed
    /// An earlier change within this period counted the rest of the period in this unit.
    case otherProration(Quote.Proration)
    /// The subscription already has these terms.
    case noChange
    /// A pause must end in the future of the subscription's calendar.
    case resumesInThePast(now: Instant)
    /// A clock only moves forward.
    case clockBackwards(at: Instant)
    /// The clock is advancing already.
    case clockAdvancing
    /// It was paid, failed or canceled.
    case scheduledPaymentOver(ScheduledPayment.State)
    /// The free cancellation period ended at this time.
    case freeCancellationEnded(since: Instant)
    /// Clocks are for test merchants.
    case testMerchantsOnly
}

extension SubscriptionRefusal: Refusal {
    package var problem: ProblemDetails {
        switch self {
        case .notFound: .notFound
        case .noSuchPlan: .invalid("/plan", "the plan does not exist")
        case .noSuchQuote: .invalid("/quote", "the quote of this subscription does not exist")
        case .planArchived:
            .conflict("plan_archived", "the plan was deleted: new subscriptions cannot use it")
        case .otherCurrency(let currency):
            .currencyMismatch("the amount must be in \(currency.code)", at: "/currencyCode")
        case .planInOtherCurrency(let currency):
            .currencyMismatch("the subscription is in \(currency.code)", at: "/plan")
        case .over(let state):
            .conflict(
                "subscription_over",
                "the subscription is \(state.apiName) and cannot be changed anymore")
        case .notInState(let state):
            .conflict(
                "subscription_state",
                "this is not possible while the subscription is \(state.apiName)")
        case .paymentInProgress(let secondsLeft):
            .conflict(
                "payment_in_progress", "a payment is in progress; try again",
                retryAfterSeconds: secondsLeft)
        case .quoteStale:
            .conflict(
                "quote_stale",
                "the quote has expired, or the subscription has changed since: request a new quote")
        case .invoiceNotOpen(let state):
            .conflict(
                "invoice_state",
                "this is not possible while the invoice is \(state.rawValue)")
        case .exceedsAgreedAmount(let most):
            .invalid(
                "the amount exceeds the amount that the buyer agreed to",
                [
                    FieldProblem(
                        pointer: "/amount", code: "exceeds_agreed_amount",
                        detail: "at most \(most.decimal), the limit that the payment sheet showed")
                ])
        case .tooManyRetries(let limit):
            .conflict(
                "too_many_retries",
                "this invoice was retried manually \(limit) times; let the buyer pay it in a "
                    + "payment sheet"
            )
        case .nothingOwed:
            .conflict("nothing_owed", "this subscription has no open invoice")
        case .otherProration(let unit):
            .conflict(
                "other_proration",
                "an earlier change in this period was counted by \(unit.rawValue): omit "
                    + "proration, or change at the end of the period")
        case .noChange:
            .conflict("no_change", "the subscription already has these terms")
        case .resumesInThePast(let now):
            .tooEarly("a pause must end in the future", at: "/resumesAt", after: now)
        case .clockBackwards(let at):
            .tooEarly("a test clock can only be advanced", at: "/to", after: at)
        case .clockAdvancing:
            .conflict(
                "clock_advancing", "the test clock is already advancing", retryAfterSeconds: 1)
        case .scheduledPaymentOver(let state):
            .conflict("later_payment_over", "the scheduled payment is already \(state.rawValue)")
        case .freeCancellationEnded(let since):
            .conflict(
                "free_cancellation_over",
                "free cancellation ended at \(since.rfc3339): set afterFreeCancellation to cancel "
                    + "anyway"
            )
        case .testMerchantsOnly:
            .forbidden("test_merchants_only", "only test merchants can use test clocks")
        }
    }
}

extension ProblemDetails {
    fileprivate static func currencyMismatch(_ detail: String, at pointer: String)
        -> ProblemDetails
    {
        unprocessable(
            "currency_mismatch", detail,
            errors: [FieldProblem(pointer: pointer, code: "currency_mismatch", detail: detail)])
    }

    fileprivate static func tooEarly(_ detail: String, at pointer: String, after now: Instant)
        -> ProblemDetails
    {
        invalid(
            detail,
            [
                FieldProblem(
                    pointer: pointer, code: "out_of_range",
                    detail: "must be after \(now.rfc3339), the current time")
            ])
    }
}
