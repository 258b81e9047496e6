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
