import Checkout
import Outbox
import Postgres
import Vocabulary

/// A subscription in hand: locked, with its invoices that are not over and the time that it lives in.
struct HeldSubscription {
    var subscription: Subscription
    var invoices: [Invoice]
    let time: BillingTime
    var news: BillingNews
    /// As it was found.
    private let before: Subscription

    init(
        _ id: Subscription.ID, at now: Instant, identify: @escaping @Sendable (Instant) -> UUID128,
        in transaction: Transaction
    ) throws {
        try transaction.later(Subscription.hold(id))
        guard let row = try transaction.run(Subscription.find(id)).first else {
            throw SubscriptionRefusal.notFound
        }
        subscription = try Subscription(row: row)
        before = subscription
        invoices = try transaction.run(Invoice.lockOpen(of: id)).map(Invoice.init(row:))
        let clock = try subscription.clock.flatMap {
            try transaction.run(TestClock.find($0)).first.map(TestClock.init(row:))
        }
        time = BillingTime(calendar: clock?.at ?? now, world: now)
        news = BillingNews(at: now, identify: identify)
    }

    /// Whole seconds: what is counted from it is.
    var moment: Instant { Instant(seconds: time.calendar.microseconds / 1_000_000) }

    /// Refuses while its buyer agrees to a change: what they pay for is not to be taken away meanwhile. Sheets
    /// that nobody pays are closed, so that none is paid from here on.
    func demandNoChangePaying(in transaction: Transaction) throws {
        try transaction.later(Enrolment.closeChanges(of: subscription.id, at: time.world))
        guard try transaction.run(Enrolment.changePaying(of: subscription.id)).isEmpty else {
            throw SubscriptionRefusal.paying(secondsLeft: 5)
        }
    }

    /// Ends what is owed, as nobody is to pay it any more. A payment under way is waited for first.
    mutating func voidOpen(in transaction: Transaction) throws {
        for index in invoices.indices {
            // Paid just now, or being paid: whoever does that settles it first.
            if let checkout = invoices[index].checkout,
                try !PaymentStanding.close(checkout, at: time.world, in: transaction)
            {
                throw SubscriptionRefusal.paying(secondsLeft: 5)
            }
            invoices[index].state = .void
            invoices[index].dueAt = nil
            invoices[index].endedAt = time.world
            news.tell(.invoiceVoided, &invoices[index])
            try transaction.later(invoices[index].store)
        }
    }

    /// Stores it, due when its next step is.
    mutating func store(in transaction: Transaction) throws {
        subscription.dueAt = subscription.due(isOwing: invoices.contains { $0.state == .open })
        subscription.version += 1
        subscription.changedAt = time.world
        try transaction.later(Enrolment.closeChanges(of: subscription.id, at: time.world))
        try transaction.later(subscription.store)
        if subscription.lets(invoicesGoOnSince: before) {
            try transaction.later(Invoice.tryNow(of: subscription.id, at: time.calendar))
        }
        try ReleaseTokens(of: subscription.idleCards(since: before), at: time.world)(
            in: transaction)
        try news.store(in: transaction)
    }
}
