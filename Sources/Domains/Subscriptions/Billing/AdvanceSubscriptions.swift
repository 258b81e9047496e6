import Merchants
import Outbox
import Payments
import Postgres
import Vocabulary

/// Advances subscriptions with a due step: announces the next charge, starts the next period with
/// its invoice, ends subscriptions. It charges no card: the invoices that it creates are charged
/// later.
package struct AdvanceSubscriptions: Verb {
    package let scope: BillingScope
    package let time: BillingTime
    package let limit: Int

    package init(_ scope: BillingScope, at time: BillingTime, limit: Int = batch) {
        self.scope = scope
        self.time = time
        self.limit = limit
    }

    /// The number of subscriptions that one transaction locks. Payments of these subscriptions wait
    /// until it commits.
    package static let batch = 100
    /// The most steps of one subscription in one transaction. After a long outage, a subscription
    /// needs several transactions.
    static let stepsMax = 20

    /// - Returns: the number of subscriptions that were advanced.
    package func callAsFunction(in transaction: Transaction) throws -> Int {
        let rows = try transaction.run(
            Subscription.lockDue(scope, at: time.calendar, limit: limit))
        var idle: [SavedCard] = []
        var writes = BillingWrites()
        for row in rows {
            var cycle = BillingCycle(try Subscription(row: row), at: time)
            try cycle.run(in: transaction, &writes)
            if cycle.subscription.state.isOver { idle.append(cycle.subscription.card) }
        }
        try writes.flush(in: transaction)
        try UnlinkUnusedTokens(of: idle, at: time.wallClock)(in: transaction)
        return rows.count
    }
}

/// One subscription and its due steps.
struct BillingCycle {
    var subscription: Subscription
    let time: BillingTime
    private var events: BillingEvents
    private var invoices: [Invoice] = []
    /// True if these steps created an open invoice, or resumed a subscription that has one.
    private var hasOpenInvoice = false

    init(_ subscription: Subscription, at time: BillingTime) {
        self.subscription = subscription
        self.time = time
        events = BillingEvents(at: time.moment)
    }

    mutating func run(in transaction: Transaction, _ writes: inout BillingWrites) throws {
        var steps = 0
        let before = subscription
        // New invoices must be paid before the next period starts.
        while let (step, at) = subscription.nextAction, at <= time.calendar,
            steps < AdvanceSubscriptions.stepsMax, !hasOpenInvoice || !step.waitsForOpenInvoices
        {
            try apply(step, in: transaction)
            steps += 1
        }
        subscription.dueAt = subscription.dueDate(hasOpenInvoice: hasOpenInvoice)
        subscription.changedAt = time.wallClock
        writes.change(subscription)
        if subscription.shouldResumeCollection(since: before) {
            try transaction.enqueue(Invoice.makeDueNow(of: subscription.id, at: time.calendar))
        }
        // Cancels checkouts of changes that were quoted for an earlier period.
        if subscription.version != before.version {
            try CancelChangeCheckouts(of: subscription, at: time.moment)(in: transaction)
        }
        writes.create(invoices)
        writes.add(events)
    }

    private mutating func apply(_ step: NextBillingAction, in transaction: Transaction) throws {
        switch step {
        case .announce: events.announce(&subscription, next: try nextTerms(in: transaction))
        case .renew: try renew(in: transaction)
        case .end(let state):
            let moment = subscription.periodEnd
            subscription.end(
                as: state, because: state == .canceled ? .requested : nil, at: moment)
            subscription.version += 1
            // A worker ends the invoices that waited for the buyer or the merchant.
            try transaction.enqueue(
                Invoice.setMissingDueDates(of: subscription.id, at: time.calendar))
            events.emit(state == .ended ? .subscriptionEnded : .subscriptionCanceled, &subscription)
        case .resume: try resume(in: transaction)
        }
    }

    /// The terms of a planned change; nil if the plan stays.
    private func nextTerms(in transaction: Transaction) throws -> PlanTerms? {
        try FindSubscription.next(of: subscription, in: transaction)
    }

    private mutating func renew(in transaction: Transaction) throws {
        if let terms = try nextTerms(in: transaction), let next = subscription.next {
            subscription.switchPlan(to: next.plan, terms, from: subscription.period + 1)
            subscription.planVersion = next.version
            subscription.next = nil
            events.emit(.subscriptionChanged, &subscription)
        }
        let first = subscription.period + 1
        let latest = subscription.schedule.latest(at: time.calendar, from: first)
        let renewal = Renewal(from: first, to: latest, policy: subscription.terms.missedPeriods)
        for (period, isCharged) in renewal.periods {
            subscription.enter(period)
            createInvoice(isCharged: isCharged)
        }
        subscription.announcedPeriod = min(subscription.announcedPeriod, subscription.period)
        subscription.version += 1
        subscription.state = subscription.runningState
    }

    /// Creates the invoice of the current period.
    private mutating func createInvoice(isCharged: Bool) {
        guard let phase = subscription.phase else { return }
        let terms = subscription.terms
        let amount = phase.isPending ? nil : terms.total(of: phase)
        let state: Invoice.State =
            if !isCharged {
                .skipped
            } else if phase.isPending {
                .pending
            } else {
                amount?.minorUnits == 0 ? .paid : .open
            }
        let uuid = time.moment.identifier().numbered(invoices.count)
        var invoice = Invoice(
            id: Invoice.ID(merchant: subscription.id.merchant, uuid: uuid),
            subscription: subscription.id, period: subscription.period,
            periodStart: subscription.periodStart, periodEnd: subscription.periodEnd,
            state: state, currency: terms.currency, amount: isCharged ? amount : nil,
            amountMax: phase.isPending ? terms.maximumAmount : nil,
            dueAt: state == .open ? time.calendar : nil, clock: subscription.clock,
            createdAt: time.wallClock, endedAt: state.isOver ? time.wallClock : nil)
        if state == .pending { events.emit(.invoicePending, &invoice) }
        if state == .paid { events.emit(.invoicePaid, &invoice) }
        invoices.append(invoice)
        if state == .open { hasOpenInvoice = true }
    }

    /// Ends the pause. Paid time continues; a period that would have started during the pause
    /// starts now.
    private mutating func resume(in transaction: Transaction) throws {
        subscription.resume(
            at: max(subscription.resumesAt ?? time.calendar, subscription.periodStart))
        var open = try transaction.run(Invoice.lockOpen(of: subscription.id))
            .map(Invoice.init(row:))
        hasOpenInvoice = open.contains { $0.state == .open }
        for index in subscription.restoreDunning(&open, at: time.calendar) {
            try transaction.enqueue(open[index].store)
        }
        events.emit(.subscriptionResumed, &subscription)
    }
}

extension Subscription {
    mutating func resume(at now: Instant) {
        pausedAt = nil
        resumesAt = nil
        reason = nil
        let gap = Instant(seconds: now.microseconds / 1_000_000)
        // The pause is not billed, so the next period counts from its end. A pause that ends
        // exactly with the period has delayed no period: a month keeps its day.
        if periodEnd < gap {
            let next = period + 1
            anchor = gap
            anchorPeriod = next
            anchorDay = nil
            periodEnd = gap
        }
        version += 1
        state = runningState
        announcedPeriod = min(announcedPeriod, period)
    }
}
