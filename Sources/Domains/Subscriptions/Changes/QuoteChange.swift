import Postgres
import Vocabulary

/// Quotes the price of a change, now and later, and decides if the buyer must agree to it. It
/// stores the quote and does not change the subscription.
package struct QuoteChange: Verb {
    package let subscription: Subscription.ID
    /// nil for the newest version of the subscription's own plan.
    package let plan: Plan.ID?
    package let isAtPeriodEnd: Bool
    /// nil for the unit of the period's earlier changes, by default seconds.
    package let proration: Quote.Proration?
    package let moment: Moment

    package init(
        subscription: Subscription.ID, plan: Plan.ID?, isAtPeriodEnd: Bool,
        proration: Quote.Proration?, moment: Moment
    ) {
        self.subscription = subscription
        self.plan = plan
        self.isAtPeriodEnd = isAtPeriodEnd
        self.proration = proration
        self.moment = moment
    }

    package struct Outcome: Sendable {
        package let quote: Quote
        package let terms: PlanTerms
        /// The part of the amount due now that the subscription's credit pays; the card pays the
        /// rest.
        package let fromCredit: Money
        /// The next charges after the change.
        package let upcoming: [UpcomingCharge]
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        let locked = try LockedSubscription(subscription, at: moment, in: transaction)
        let old = locked.subscription
        try locked.requireChangeable()
        let proposed = plan ?? old.plan
        guard proposed.merchant == old.id.merchant,
            let row = try transaction.run(Plan.find(proposed)).first
        else { throw SubscriptionRefusal.noSuchPlan }
        let new = try Plan(row: row)
        guard new.archivedAt == nil || new.id == old.plan else {
            throw SubscriptionRefusal.planArchived
        }
        guard new.terms.currency == old.terms.currency else {
            throw SubscriptionRefusal.planInOtherCurrency(own: old.terms.currency)
        }
        let isOwn = old.isOn(new.id, version: new.version)
        // A change that was planned for the period's end may be undone.
        guard !isOwn || old.next != nil else { throw SubscriptionRefusal.noChange }
        // The amount of a variable period is unknown until the period is over.
        let isVariable = old.phase?.isPending == true || new.terms.isVariable
        let next = try FindSubscription.next(of: old, in: transaction)
        let paid = try locked.payments(in: transaction)
        let credit = try locked.availableCredit(in: transaction)
        let isAtEnd = isAtPeriodEnd || isVariable || isOwn
        let outcome = quote(
            new, locked, next, paid, credit, isAtEnd: isAtEnd,
            by: try prorationBasis(of: old, isAtEnd: isAtEnd, in: transaction))
        try transaction.enqueue(outcome.quote.insert)
        return outcome
    }

    /// The unit and time zone in which the rest of the period is counted.
    ///
    /// All changes within a period have the same unit. A change that was charged by the day and
    /// credited by the second would pay out up to one day that was never charged.
    private func prorationBasis(
        of subscription: Subscription, isAtEnd: Bool, in transaction: Transaction
    ) throws -> Quote.ProrationBasis {
        guard !isAtEnd, subscription.kind != .trial,
            let row = try transaction.run(Quote.prorationBasis(inPeriodOf: subscription)).first
        else {
            return Quote.ProrationBasis(
                unit: proration ?? .second, timeZone: subscription.terms.timeZone)
        }
        let earlier = try Quote.ProrationBasis(row: row)
        guard proration == nil || proration == earlier.unit else {
            throw SubscriptionRefusal.otherProration(earlier.unit)
        }
        return earlier
    }

    /// - Parameter next: the terms of a change that is already planned; nil if none is.
    private func quote(
        _ new: Plan, _ locked: LockedSubscription, _ next: PlanTerms?, _ paid: [PeriodPayment],
        _ credit: Int64, isAtEnd: Bool, by prorationBasis: Quote.ProrationBasis
    ) -> Outcome {
        let old = locked.subscription
        let isOwn = old.isOn(new.id, version: new.version)
        let calendarSecond = locked.time.calendarSecond
        let nothing = Money.zero(new.terms.currency)
        let price =
            isAtEnd
            ? ChangePrice(credit: nothing, charge: nothing)
            : old.price(of: new.id, new.terms, at: calendarSecond, by: prorationBasis, paid: paid)
        var changed = old
        if isAtEnd {
            if !isOwn { changed.switchPlan(to: new.id, new.terms, from: old.period + 1) }
        } else {
            changed = old.changed(to: new.id, new.terms, at: calendarSecond)
        }
        changed.endsWithPeriod = false
        let currentTerms = next ?? old.terms
        let isMoreExpensive =
            old.endsWithPeriod
            || Consent.isMoreExpensive(
                new.terms.regular, withMaximum: new.terms.maximumCharge, than: currentTerms.regular,
                withMaximum: currentTerms.maximumCharge)
        let needsConsent =
            isMoreExpensive
            || Consent.isNeeded(
                // After a cancellation, no further charges are agreed.
                agreed: old.charges(from: calendarSecond, next: next),
                proposed: [Consent.Charge(at: calendarSecond, maximumCharge: price.due.minorUnits)]
                    + changed.charges(from: calendarSecond),
                limit: (old.terms.maximumAmount?.minorUnits, new.terms.maximumAmount?.minorUnits),
                from: calendarSecond)
        let quote = Quote(
            id: Quote.ID(merchant: old.id.merchant, uuid: moment.identifier()),
            subscription: old.id, subscriptionVersion: old.version, plan: new.id,
            planVersion: new.version, moment: calendarSecond, isAtPeriodEnd: isAtEnd,
            proration: prorationBasis.unit, timeZone: prorationBasis.timeZone, price: price,
            needsConsent: needsConsent, createdAt: moment.now,
            expiresAt: moment.now.adding(seconds: Quote.lifeSeconds))
        return Outcome(
            quote: quote, terms: new.terms,
            fromCredit: Money(
                minorUnits: min(credit, price.due.minorUnits), currency: new.terms.currency),
            upcoming: changed.upcoming(Outcome.upcomingShown))
    }
}

extension QuoteChange.Outcome {
    /// Buyers ask for the next charges; the rest follows from the plan.
    static let upcomingShown = 3
}

extension LockedSubscription {
    /// Throws for a subscription that is over, paused or past due, has an open charge, or has
    /// reached the end of its period.
    func requireChangeable() throws {
        switch subscription.state {
        case .canceled, .ended: throw SubscriptionRefusal.over(subscription.state)
        case .pastDue, .paused: throw SubscriptionRefusal.notInState(subscription.state)
        case .trialing, .active: break
        }
        // Open charges come first, because they would change a price that was quoted before them.
        if invoices.contains(where: { $0.state == .open })
            || subscription.periodEnd <= time.calendar
        {
            throw SubscriptionRefusal.paymentInProgress(secondsLeft: 5)
        }
    }
}
