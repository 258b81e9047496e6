import Balances
import Carts
import Checkouts
import Crypto
import Merchants
import Outbox
import Payments
import Postgres
import Vocabulary

/// Applies a quoted change: at once if the buyer's consent covers it. Otherwise it opens a
/// checkout, and `ConfirmChange` applies the change when the buyer has paid it.
package struct ApplyChange: Verb {
    package let subscriptionID: Subscription.ID
    package let quoteID: Quote.ID
    package let merchant: Merchant
    package let keys: KeyRing
    package let requestID: String
    package let moment: Moment

    package init(
        subscription: Subscription.ID, quote: Quote.ID, merchant: Merchant, keys: KeyRing,
        requestID: String, moment: Moment
    ) {
        subscriptionID = subscription
        quoteID = quote
        self.merchant = merchant
        self.keys = keys
        self.requestID = requestID
        self.moment = moment
    }

    /// Without a test clock, the checkout of a change expires at least this long before the current
    /// period ends.
    private static let marginSeconds: Int64 = 60

    package enum Outcome: Sendable {
        case applied(Subscription)
        case consentNeeded(CheckoutSession.ID)
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        var locked = try LockedSubscription(subscriptionID, at: moment, in: transaction)
        guard quoteID.merchant == subscriptionID.merchant,
            let row = try transaction.run(Quote.lock(quoteID, of: subscriptionID)).first
        else { throw SubscriptionRefusal.noSuchQuote }
        var quote = try Quote(row: row)
        if let checkout = quote.checkout, quote.usedAt == nil {
            // A repeated call returns the same checkout while it can be paid.
            switch try PaymentStatus.find(checkout, at: moment.now, in: transaction)?.state {
            case .open, .authorizing: return .consentNeeded(checkout)
            case .authorized, .captured: throw SubscriptionRefusal.paymentInProgress(secondsLeft: 5)
            case .refunded, .canceled, .expired, .failed, nil: throw SubscriptionRefusal.quoteStale
            }
        }
        // The client lost the answer: the change was applied, and nothing has changed since.
        if quote.usedAt != nil, locked.subscription.version == quote.subscriptionVersion + 1 {
            return .applied(locked.subscription)
        }
        try locked.requireChangeable()
        guard quote.usedAt == nil, moment.now < quote.expiresAt,
            locked.time.calendar < quote.moment.adding(seconds: Quote.lifeSeconds),
            try locked.matchesQuote(quote, in: transaction)
        else { throw SubscriptionRefusal.quoteStale }
        try locked.requireNoChangeBeingPaid(in: transaction)
        guard !quote.needsConsent else {
            let checkout = try openCheckout(quote, locked, in: transaction)
            quote.checkout = checkout
            try transaction.enqueue(quote.store)
            return .consentNeeded(checkout)
        }
        quote.usedAt = moment.now
        try transaction.enqueue(quote.store)
        try locked.apply(quote, in: transaction)
        return .applied(locked.subscription)
    }

    /// Opens a checkout with the amount that is due now and the later charges, in Apple's terms.
    /// Without a test clock, it expires before the end of the period for which the quote was made.
    private func openCheckout(
        _ quote: Quote, _ locked: LockedSubscription, in transaction: Transaction
    ) throws -> CheckoutSession.ID {
        let terms = try locked.terms(of: quote, in: transaction)
        var changed = locked.subscription
        if quote.isAtPeriodEnd {
            changed.switchPlan(to: quote.plan, terms, from: changed.period + 1)
        } else {
            changed = changed.changed(to: quote.plan, terms, at: quote.moment)
        }
        let schedule = changed.schedule
        var request = CheckoutRequest(
            countryCode: changed.country, currency: terms.currency,
            cartContent: .lines(
                [LineItem(label: terms.name, amount: quote.price.due)]
                    + terms.laterChargeLines(schedule, from: changed.period)))
        request.shippingMethods = []
        request.recurring = terms.recurring(schedule, from: changed.period + 1, isRunning: true)
        request.billingReferences = BillingReferences(
            plan: quote.plan.text, subscription: changed.id.text)
        request.reference = changed.reference
        let remaining = locked.subscription.periodEnd.seconds(since: locked.time.calendar)
        var seconds = Quote.consentSeconds
        if locked.subscription.clock == nil {
            // Too little time is left to read and pay it before the period ends; a new quote is
            // needed.
            guard remaining > 2 * Self.marginSeconds else { throw SubscriptionRefusal.quoteStale }
            seconds = min(seconds, remaining - Self.marginSeconds)
        }
        request.expiresAt = moment.now.adding(seconds: seconds)
        let opened = try OpenCheckout(
            request: request, prefill: Prefill(), merchant: merchant, coupon: nil, keys: keys,
            language: .english, identifier: moment.identifier(), now: moment.now
        ).prepare()
        let isOpen = try !transaction.run(opened.insertion).isEmpty
        guard isOpen else { throw CheckoutRefusal.settingsChanged }
        if let balance = changed.balance, quote.price.due.minorUnits > 0 {
            // As in renewals, credit pays before the card does.
            try AttachBalance.payFirst(balance, context(opened.session.id), in: transaction)
        }
        try transaction.enqueue(
            Enrollment(
                .change, checkout: opened.session.id, plan: quote.plan,
                planVersion: quote.planVersion, clock: changed.clock, subscription: changed.id,
                quote: quote.id, createdAt: moment.now
            ).insert)
        return opened.session.id
    }

    private func context(_ checkout: CheckoutSession.ID) -> CheckoutContext {
        CheckoutContext(
            checkout: checkout, generation: nil, merchant: merchant, keys: keys,
            requestID: requestID, language: .english, moment: moment)
    }
}

extension LockedSubscription {
    func terms(of quote: Quote, in transaction: Transaction) throws -> PlanTerms {
        guard
            let row = try transaction.run(
                Plan.find(quote.plan, version: quote.planVersion)
            ).first
        else { throw SubscriptionRefusal.notFound }
        return try Plan(row: row).terms
    }

    /// True if everything that the quote depends on is unchanged: the subscription, and the
    /// unrefunded part of its payments.
    func matchesQuote(_ quote: Quote, in transaction: Transaction) throws -> Bool {
        guard quote.subscriptionVersion == subscription.version else { return false }
        guard !quote.isAtPeriodEnd else { return true }
        let price = try subscription.price(
            of: quote.plan, terms(of: quote, in: transaction), at: quote.moment,
            by: quote.prorationBasis, paid: payments(in: transaction))
        return price == quote.price
    }

    /// The payments for the current period, with the part of each that is left.
    func payments(in transaction: Transaction) throws -> [PeriodPayment] {
        try transaction.run(PeriodPayment.find(of: subscription)).map {
            try PeriodPayment(row: $0, of: subscription.id.merchant)
        }
    }

    /// The amount that the subscription's balance can pay, in minor units.
    func availableCredit(in transaction: Transaction) throws -> Int64 {
        let balance = try subscription.balance.flatMap { try Balance.find($0, in: transaction) }
        guard let balance, balance.frozen == nil, !balance.isExpired(at: time.wallClock) else {
            return 0
        }
        // Holds of an earlier change's checkout count as available: the next change cancels that
        // checkout and releases them.
        let heldForChanges: Int64 = try transaction.run(
            Enrollment.heldForChanges(of: subscription.id, balance.id, at: time.wallClock))[0].get(
                "held")
        return max(0, balance.available.minorUnits + heldForChanges)
    }

    /// Applies the change, and moves unused credit to a stored balance.
    mutating func apply(_ quote: Quote, in transaction: Transaction) throws {
        try applyWithoutStoring(quote, in: transaction)
        try store(in: transaction)
    }

    /// Applies the change without storing the subscription; the caller stores it.
    ///
    /// - Parameter invoice: the invoice of the change, if its buyer paid for it.
    mutating func applyWithoutStoring(
        _ quote: Quote, paidBy invoice: Invoice.ID? = nil, in transaction: Transaction
    ) throws {
        let terms = try terms(of: quote, in: transaction)
        try transaction.enqueue(quote.markApplied)
        subscription.endsWithPeriod = false
        if quote.isAtPeriodEnd {
            subscription.next =
                subscription.isOn(quote.plan, version: quote.planVersion)
                ? nil : Subscription.Next(plan: quote.plan, version: quote.planVersion)
        } else {
            let payments = subscription.payments(
                after: quote, to: terms, paid: try payments(in: transaction), by: invoice)
            subscription = subscription.changed(to: quote.plan, terms, at: quote.moment)
            paid = payments
            subscription.planVersion = quote.planVersion
            subscription.next = nil
            subscription.announcedPeriod = min(
                subscription.announcedPeriod, subscription.period)
        }
        try credit(quote.price.remainingCredit, for: quote.id.uuid, in: transaction)
        events.emit(.subscriptionChanged, &subscription)
    }

    /// Adds money to the subscription's balance, which pays the next charges before the card does.
    mutating func credit(
        _ amount: Money, for cause: UUID128, in transaction: Transaction
    ) throws {
        guard amount.minorUnits > 0 else { return }
        let merchant = subscription.id.merchant
        let present = try subscription.balance.flatMap { try Balance.find($0, in: transaction) }
        // An expired balance cannot be credited.
        if present?.isExpired(at: time.wallClock) ?? true {
            let balance = Balance(
                id: Balance.ID(merchant: merchant, uuid: time.moment.identifier()),
                kind: .storeCredit, currency: amount.currency,
                customer: subscription.customer?.uuid, reference: subscription.id.text,
                createdAt: time.wallClock)
            // Its statements run first, because the subscription's row references the balance.
            _ = try CreateBalance(
                balance: balance, code: nil, amount: nil, keys: nil, transfer: cause,
                moment: time.moment)(in: transaction)
            subscription.balance = balance.id
        }
        guard let balance = subscription.balance else { return }
        _ = try PostTransfer(
            amount, from: .system(.issuance), to: .balance(balance),
            for: Transfer.Cause(id: cause, kind: .credit, reference: subscription.id.text),
            of: merchant, moment: time.moment)(in: transaction)
    }
}
