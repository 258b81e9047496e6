import Vocabulary

/// Why a call about plans, subscriptions, invoices or clocks is refused. In order of precedence.
package enum SubscriptionRefusal: Error, Equatable, Sendable {
    case notFound
    /// The plan that a change names.
    case noSuchPlan
    /// None of this subscription.
    case noSuchQuote
    /// Nothing new is sold by a plan that was archived.
    case planArchived
    /// A plan's currency is fixed, and so is that of what is charged by it.
    case otherCurrency(plan: Currency)
    /// What runs stays in its currency: a plan of another one is none to change to.
    case planInOtherCurrency(own: Currency)
    /// The subscription is over.
    case over(Subscription.State)
    /// It is not in a state in which this can be done.
    case notInState(Subscription.State)
    /// A payment of it is being made, for so many seconds more at most.
    case paying(secondsLeft: Int)
    /// What the quote counted on has changed, or its time is over.
    case quoteStale
    /// The invoice is not waiting for this.
    case invoiceNotOpen(Invoice.State)
    /// Above what the buyer agreed to in the sheet.
    case exceedsAgreedAmount(Money)
    /// Nothing is owed that a new card could pay.
    case nothingOwed
    /// It is to these terms already.
    case noChange
    /// A pause ends after the present, by the subscription's calendar.
    case resumesInThePast(now: Instant)
    /// A clock goes forward only.
    case clockBackwards(at: Instant)
    /// It is on its way already.
    case clockAdvancing
    /// It was paid, given up or canceled.
    case laterPaymentOver(LaterPayment.State)
    /// Until then it cost nothing to cancel.
    case notFreeAnyMore(since: Instant)
    /// Clocks are for test merchants.
    case testMerchantsOnly
}
