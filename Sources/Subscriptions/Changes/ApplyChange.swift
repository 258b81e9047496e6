import Balances
import Checkout
import Crypto
import Merchants
import Outbox
import Postgres
import Vocabulary

/// Makes a change exactly as it was quoted: at once where the buyer's consent covers it, else by a sheet in
/// which they agree, and which the change waits for.
package struct ApplyChange: Sendable {
    package let subscription: Subscription.ID
    package let quote: Quote.ID
    package let merchant: Merchant
    package let keys: KeyRing
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        subscription: Subscription.ID, quote: Quote.ID, merchant: Merchant, keys: KeyRing,
        now: Instant, identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.subscription = subscription
        self.quote = quote
        self.merchant = merchant
        self.keys = keys
        self.now = now
        self.identify = identify
    }

    /// So long before the end of its period a sheet closes that counts on it.
    private static let marginSeconds: Int64 = 60

    package enum Outcome: Sendable {
        case applied(Subscription)
        case consentNeeded(Sheet.ID)
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        var held = try HeldSubscription(
            subscription, at: now, identify: identify, in: transaction)
        guard quote.merchant == subscription.merchant,
            let row = try transaction.run(Quote.lock(quote, of: subscription)).first
        else { throw SubscriptionRefusal.noSuchQuote }
        var quote = try Quote(row: row)
        if let checkout = quote.checkout, quote.usedAt == nil {
            // Asked for again, the sheet is the same one, as long as it can be paid.
            switch try PaymentStanding.find(checkout, at: now, in: transaction)?.state {
            case .open, .authorizing: return .consentNeeded(checkout)
            case .authorized, .captured: throw SubscriptionRefusal.paying(secondsLeft: 5)
            case .refunded, .canceled, .expired, .failed, nil: throw SubscriptionRefusal.quoteStale
            }
        }
        // Its answer was lost: the change was made, and nothing has changed since.
        if quote.usedAt != nil, held.subscription.version == quote.subscriptionVersion + 1 {
            return .applied(held.subscription)
        }
        try held.demandChangeable()
        guard quote.usedAt == nil, now < quote.expiresAt,
            held.time.calendar < quote.moment.adding(seconds: Quote.lifeSeconds),
            try held.isAsQuoted(quote, in: transaction)
        else { throw SubscriptionRefusal.quoteStale }
        try held.demandNoChangePaying(in: transaction)
        guard !quote.needsConsent else {
            let checkout = try openSheet(quote, held, in: transaction)
            quote.checkout = checkout
            try transaction.later(quote.store)
            return .consentNeeded(checkout)
        }
        quote.usedAt = now
        try transaction.later(quote.store)
        try held.apply(quote, in: transaction)
        return .applied(held.subscription)
    }

    /// What is due now, and what will be charged then, in Apple's words. It closes before the period ends
    /// on which the quote counts.
    private func openSheet(
        _ quote: Quote, _ held: HeldSubscription, in transaction: Transaction
    ) throws -> Sheet.ID {
        let terms = try held.terms(of: quote, in: transaction)
        var changed = held.subscription
        if quote.isAtPeriodEnd {
            changed.go(onWith: terms, from: changed.period + 1)
        } else {
            changed = changed.changed(to: terms, at: quote.moment)
        }
        let schedule = changed.schedule
        var request = CheckoutRequest(
            countryCode: changed.country, currency: terms.currency,
            basket: .lines(
                [LineItem(label: terms.name, amount: quote.price.due)]
                    + terms.later(schedule, from: changed.period)))
        request.shippingMethods = []
        request.recurring = terms.recurring(schedule, from: changed.period + 1, isRunning: true)
        request.engagement = Engagement(plan: quote.plan.text, subscription: changed.id.text)
        request.reference = changed.reference
        let left = held.subscription.periodEnd.seconds(since: held.time.calendar)
        var seconds = Quote.consentSeconds
        if held.subscription.clock == nil {
            // Nobody reads and pays it before the period ends: the next one is to be quoted.
            guard left > 2 * Self.marginSeconds else { throw SubscriptionRefusal.quoteStale }
            seconds = min(seconds, left - Self.marginSeconds)
        }
        request.expiresAt = now.adding(seconds: seconds)
        let opened = try OpenCheckout(
            request: request, prefill: Prefill(), merchant: merchant, coupon: nil, keys: keys,
            language: .english, identifier: identify(now), now: now
        ).prepare()
        let isOpen = try !transaction.run(opened.insertion).isEmpty
        guard isOpen else { throw CheckoutRefusal.settingsChanged }
        try transaction.later(
            Enrolment(
                .change, checkout: opened.sheet.id, plan: quote.plan,
                planVersion: quote.planVersion, clock: changed.clock, subscription: changed.id,
                quote: quote.id, createdAt: now
            ).insert)
        return opened.sheet.id
    }
}

extension HeldSubscription {
    func terms(of quote: Quote, in transaction: Transaction) throws -> PlanTerms {
        guard
            let row = try transaction.run(
                Plan.find(quote.plan, version: quote.planVersion)
            ).first
        else { throw SubscriptionRefusal.notFound }
        return try Plan(row: row).terms
    }

    /// Whether nothing has changed that the quote counts on: the subscription, and what is left of its
    /// payments.
    func isAsQuoted(_ quote: Quote, in transaction: Transaction) throws -> Bool {
        guard quote.subscriptionVersion == subscription.version else { return false }
        guard !quote.isAtPeriodEnd else { return true }
        let price = try subscription.price(
            of: terms(of: quote, in: transaction), at: quote.moment, by: quote.proration,
            paid: payment(in: transaction))
        return price == quote.price
    }

    /// What was taken for the period that runs, and is still there.
    func payment(in transaction: Transaction) throws -> PeriodPayment {
        let row = try transaction.run(Invoice.payment(of: subscription))[0]
        return PeriodPayment(taken: try row.get("taken"), left: try row.get("kept"))
    }

    /// Makes the change, and keeps what is left of the credit in a stored balance.
    mutating func apply(_ quote: Quote, in transaction: Transaction) throws {
        try make(quote, in: transaction)
        try store(in: transaction)
    }

    /// The same, to be stored by the caller.
    mutating func make(_ quote: Quote, in transaction: Transaction) throws {
        let terms = try terms(of: quote, in: transaction)
        subscription.endsWithPeriod = false
        if quote.isAtPeriodEnd {
            subscription.next =
                subscription.isOn(quote.plan, version: quote.planVersion)
                ? nil : Subscription.Next(plan: quote.plan, version: quote.planVersion)
        } else {
            subscription = subscription.changed(to: terms, at: quote.moment)
            subscription.plan = quote.plan
            subscription.planVersion = quote.planVersion
            subscription.next = nil
            subscription.announced = min(subscription.announced, subscription.period)
        }
        try credit(quote.price.kept, for: quote.id.uuid, in: transaction)
        news.tell(.subscriptionChanged, &subscription)
    }

    /// Puts money into the subscription's balance, which pays its next charges before the card does.
    mutating func credit(
        _ amount: Money, for cause: UUID128, in transaction: Transaction
    ) throws {
        guard amount.minorUnits > 0 else { return }
        let (world, identify) = (time.world, news.identify)
        let merchant = subscription.id.merchant
        let present = try subscription.balance.flatMap { try Balance.find($0, in: transaction) }
        // Into one that has expired nothing can be put.
        if present?.isExpired(at: world) ?? true {
            let balance = Balance(
                id: Balance.ID(merchant: merchant, uuid: identify(world)), kind: .storeCredit,
                currency: amount.currency, customer: subscription.customer?.uuid,
                reference: subscription.id.text, createdAt: world)
            // Its own statements go out first: the subscription's row names it.
            _ = try OpenBalance(
                balance: balance, code: nil, amount: nil, keys: nil, transfer: cause,
                identify: { identify(world) })(in: transaction)
            subscription.balance = balance.id
        }
        guard let balance = subscription.balance else { return }
        _ = try PostTransfer(
            amount, from: .system(.issuance), to: .balance(balance),
            for: Transfer.Cause(id: cause, kind: .credit, reference: subscription.id.text),
            of: merchant, now: world, identify: { identify(world) })(in: transaction)
    }
}
