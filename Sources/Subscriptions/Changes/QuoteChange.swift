import Postgres
import Vocabulary

/// Says what a change would cost, now and then, and whether its buyer must agree to it. Nothing changes.
package struct QuoteChange: Sendable {
    package let subscription: Subscription.ID
    /// Nothing: the newest terms of its own plan.
    package let plan: Plan.ID?
    package let isAtPeriodEnd: Bool
    package let proration: Quote.Proration
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        subscription: Subscription.ID, plan: Plan.ID?, isAtPeriodEnd: Bool,
        proration: Quote.Proration, now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.subscription = subscription
        self.plan = plan
        self.isAtPeriodEnd = isAtPeriodEnd
        self.proration = proration
        self.now = now
        self.identify = identify
    }

    package struct Outcome: Sendable {
        package let quote: Quote
        package let terms: PlanTerms
        /// The charges that would come.
        package let upcoming: [Upcoming]
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        let held = try HeldSubscription(
            subscription, at: now, identify: identify, in: transaction)
        let old = held.subscription
        try held.demandChangeable()
        let wanted = plan ?? old.plan
        guard wanted.merchant == old.id.merchant,
            let row = try transaction.run(Plan.find(wanted)).first
        else { throw SubscriptionRefusal.noSuchPlan }
        let new = try Plan(row: row)
        guard new.archivedAt == nil || new.id == old.plan else {
            throw SubscriptionRefusal.planArchived
        }
        guard new.terms.currency == old.terms.currency else {
            throw SubscriptionRefusal.planInOtherCurrency(own: old.terms.currency)
        }
        let isOwn = old.isOn(new.id, version: new.version)
        // What was to change at the period's end may stay as it is after all.
        guard !isOwn || old.next != nil else { throw SubscriptionRefusal.noChange }
        // What a variable period has cost so far is not known before it is over.
        let isVariable = old.phase?.isPending == true || new.terms.isVariable
        let next = try FindSubscription.next(of: old, in: transaction)
        let paid = try held.payment(in: transaction)
        let outcome = quote(new, held, next, paid, isAtEnd: isAtPeriodEnd || isVariable || isOwn)
        try transaction.later(outcome.quote.insert)
        return outcome
    }

    /// - Parameter next: the terms that it goes on with as things stand, where those are others.
    private func quote(
        _ new: Plan, _ held: HeldSubscription, _ next: PlanTerms?, _ paid: PeriodPayment,
        isAtEnd: Bool
    ) -> Outcome {
        let old = held.subscription
        let isOwn = old.isOn(new.id, version: new.version)
        let moment = held.moment
        let nothing = Money.zero(new.terms.currency)
        let price =
            isAtEnd
            ? ChangePrice(credit: nothing, charge: nothing)
            : old.price(of: new.terms, at: moment, by: proration, paid: paid)
        var changed = old
        if isAtEnd {
            if !isOwn { changed.go(onWith: new.terms, from: old.period + 1) }
        } else {
            changed = old.changed(to: new.terms, at: moment)
        }
        changed.endsWithPeriod = false
        let going = next ?? old.terms
        let isDearer =
            old.endsWithPeriod
            || Consent.isDearer(
                new.terms.regular, costing: new.terms.most, than: going.regular,
                costing: going.most)
        let needsConsent =
            isDearer
            || Consent.isNeeded(
                // Of one that was canceled, nothing more is agreed.
                agreed: old.charges(from: moment, next: next),
                wanted: [Consent.Charge(at: moment, most: price.due.minorUnits)]
                    + changed.charges(from: moment),
                limit: (old.terms.maximumAmount?.minorUnits, new.terms.maximumAmount?.minorUnits),
                from: moment)
        let quote = Quote(
            id: Quote.ID(merchant: old.id.merchant, uuid: identify(now)), subscription: old.id,
            subscriptionVersion: old.version, plan: new.id, planVersion: new.version,
            moment: moment, isAtPeriodEnd: isAtEnd, proration: proration, price: price,
            needsConsent: needsConsent, createdAt: now,
            expiresAt: now.adding(seconds: Quote.lifeSeconds))
        return Outcome(
            quote: quote, terms: new.terms, upcoming: changed.upcoming(Outcome.upcomingShown))
    }
}

extension QuoteChange.Outcome {
    /// The next charges are what a buyer asks for; the rest follows from the plan.
    static let upcomingShown = 3
}

extension HeldSubscription {
    /// Refuses what is over, rests, or is owed for.
    func demandChangeable() throws {
        switch subscription.state {
        case .canceled, .ended: throw SubscriptionRefusal.over(subscription.state)
        case .pastDue, .paused: throw SubscriptionRefusal.notInState(subscription.state)
        case .trialing, .active: break
        }
        // What is charged, or is to be any moment, comes first: a price counted before it would be another.
        if invoices.contains(where: { $0.state == .open })
            || subscription.periodEnd <= time.calendar
        {
            throw SubscriptionRefusal.paying(secondsLeft: 5)
        }
    }
}
