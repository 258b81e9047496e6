import Checkout
import Merchants
import Outbox
import Postgres
import Vocabulary

/// Takes subscriptions of which something is due a step further: tells of the next charge, begins the
/// next period with its invoice, ends what ends. Nobody is charged here; what is owed stands in
/// invoices when it is done.
package struct TurnSubscriptions: Sendable {
    package let scope: BillingScope
    package let time: BillingTime
    package let limit: Int
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        _ scope: BillingScope, at time: BillingTime, limit: Int = batch,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.scope = scope
        self.time = time
        self.limit = limit
        self.identify = identify
    }

    /// So many are locked by one transaction: their payments wait for it.
    package static let batch = 100
    /// So many steps of one in a transaction: whoever was away for long takes several.
    static let stepsMax = 20

    /// How many were taken further.
    package func callAsFunction(in transaction: Transaction) throws -> Int {
        let rows = try transaction.run(
            Subscription.due(scope, at: time.calendar, limit: limit))
        var idle: [KeptCard] = []
        for row in rows {
            var turn = Turn(try Subscription(row: row), at: time, identify: identify)
            try turn.run(in: transaction)
            if turn.subscription.state.isOver { idle.append(turn.subscription.card) }
        }
        try ReleaseTokens(of: idle, at: time.world)(in: transaction)
        return rows.count
    }
}

/// One subscription on its way through what is due.
struct Turn {
    var subscription: Subscription
    let time: BillingTime
    let identify: @Sendable (Instant) -> UUID128
    private var news: BillingNews
    private var invoices: [Invoice] = []
    /// Whether an older invoice is open, or one of this turn's.
    private var isOwing = false

    init(
        _ subscription: Subscription, at time: BillingTime,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.subscription = subscription
        self.time = time
        self.identify = identify
        news = BillingNews(at: time.world, identify: identify)
    }

    mutating func run(in transaction: Transaction) throws {
        var steps = 0
        let before = subscription
        // What this turn bills is paid before the next period is.
        while let (step, at) = subscription.agenda, at <= time.calendar,
            steps < TurnSubscriptions.stepsMax, !isOwing || !step.waitsForDebts
        {
            try take(step, in: transaction)
            steps += 1
        }
        subscription.dueAt = subscription.due(isOwing: isOwing)
        subscription.changedAt = time.world
        try transaction.later(subscription.store)
        if subscription.lets(invoicesGoOnSince: before) {
            try transaction.later(Invoice.tryNow(of: subscription.id, at: time.calendar))
        }
        // A sheet that counts on a period that is over is not to be paid any more.
        if subscription.version != before.version {
            try transaction.later(Enrolment.closeChanges(of: subscription.id, at: time.world))
        }
        for invoice in invoices { try transaction.later(invoice.insert) }
        try news.store(in: transaction)
    }

    private mutating func take(_ step: Agenda, in transaction: Transaction) throws {
        switch step {
        case .announce: news.announce(&subscription, next: try nextTerms(in: transaction))
        case .renew: try renew(in: transaction)
        case .end(let state):
            let moment = subscription.periodEnd
            subscription.end(
                as: state, because: state == .canceled ? .requested : nil, at: moment)
            subscription.version += 1
            // What was left to somebody's decision is given up with it.
            try transaction.later(Invoice.takeUp(of: subscription.id, at: time.calendar))
            news.tell(state == .ended ? .subscriptionEnded : .subscriptionCanceled, &subscription)
        case .resume: try resume(in: transaction)
        }
    }

    /// Of the plan that it goes on with, where that is another.
    private func nextTerms(in transaction: Transaction) throws -> PlanTerms? {
        try FindSubscription.next(of: subscription, in: transaction)
    }

    private mutating func renew(in transaction: Transaction) throws {
        if let terms = try nextTerms(in: transaction), let next = subscription.next {
            subscription.go(onWith: terms, from: subscription.period + 1)
            subscription.plan = next.plan
            subscription.planVersion = next.version
            subscription.next = nil
            news.tell(.subscriptionChanged, &subscription)
        }
        let first = subscription.period + 1
        let latest = subscription.schedule.latest(at: time.calendar, from: first)
        let renewal = Renewal(from: first, to: latest, policy: subscription.terms.missedPeriods)
        for (period, isCharged) in renewal.periods {
            subscription.enter(period)
            bill(isCharged: isCharged)
        }
        subscription.announced = min(subscription.announced, subscription.period)
        subscription.version += 1
        subscription.state = subscription.runningState
    }

    /// Writes the invoice of the period that runs.
    private mutating func bill(isCharged: Bool) {
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
        if isCharged, let amount { subscription.worth = amount }
        let uuid = identify(time.world).numbered(invoices.count)
        var invoice = Invoice(
            id: Invoice.ID(merchant: subscription.id.merchant, uuid: uuid),
            subscription: subscription.id, period: subscription.period,
            periodStart: subscription.periodStart, periodEnd: subscription.periodEnd,
            state: state, currency: terms.currency, amount: isCharged ? amount : nil,
            amountMax: phase.isPending ? terms.maximumAmount : nil,
            dueAt: state == .open ? time.calendar : nil, clock: subscription.clock,
            createdAt: time.world, endedAt: state.isOver ? time.world : nil)
        if state == .pending { news.tell(.invoicePending, &invoice) }
        if state == .paid { news.tell(.invoicePaid, &invoice) }
        invoices.append(invoice)
        if state == .open { isOwing = true }
    }

    /// The time that was paid for goes on; what would have begun meanwhile begins now.
    private mutating func resume(in transaction: Transaction) throws {
        subscription.resume(
            at: max(subscription.resumesAt ?? time.calendar, subscription.periodStart))
        var open = try transaction.run(Invoice.lockOpen(of: subscription.id))
            .map(Invoice.init(row:))
        isOwing = open.contains { $0.state == .open }
        for index in subscription.remember(&open, at: time.calendar) {
            try transaction.later(open[index].store)
        }
        news.tell(.subscriptionResumed, &subscription)
    }
}

extension Subscription {
    mutating func resume(at now: Instant) {
        pausedAt = nil
        resumesAt = nil
        reason = nil
        if periodEnd <= now {
            // Counted anew from here: the time of the pause is nobody's.
            let next = period + 1
            let gap = Instant(seconds: now.microseconds / 1_000_000)
            anchor = gap
            anchorPeriod = next
            periodEnd = gap
        }
        version += 1
        state = runningState
        announced = min(announced, period)
    }
}
