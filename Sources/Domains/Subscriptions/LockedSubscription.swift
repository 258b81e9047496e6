import Outbox
import Payments
import Postgres
import Vocabulary

/// A locked subscription, with its open and pending invoices and its time.
///
/// Lock order: the subscription, then its invoices.
struct LockedSubscription {
    var subscription: Subscription
    var invoices: [Invoice]
    let time: BillingTime
    var events: BillingEvents
    /// The payments for the current period, if a change has replaced them.
    var paid: [PeriodPayment]?
    /// The subscription before any change.
    private let before: Subscription

    init(_ id: Subscription.ID, at moment: Moment, in transaction: Transaction) throws {
        try transaction.enqueue(Subscription.lockRow(id))
        guard let row = try transaction.run(Subscription.find(id)).first else {
            throw SubscriptionRefusal.notFound
        }
        subscription = try Subscription(row: row)
        before = subscription
        invoices = try transaction.run(Invoice.lockOpen(of: id)).map(Invoice.init(row:))
        let clock = try subscription.clock.flatMap {
            try transaction.run(TestClock.find($0)).first.map(TestClock.init(row:))
        }
        time = BillingTime(calendar: clock?.at ?? moment.now, moment: moment)
        events = BillingEvents(at: moment)
    }

    /// Throws while the buyer is paying for a change, which must not disappear during the payment.
    /// It first cancels unpaid checkouts of changes, so that the buyer cannot pay them afterwards.
    func requireNoChangeBeingPaid(in transaction: Transaction) throws {
        try CancelChangeCheckouts(of: subscription, at: time.moment)(in: transaction)
        guard try transaction.run(Enrollment.changeBeingPaid(of: subscription.id)).isEmpty else {
            throw SubscriptionRefusal.paymentInProgress(secondsLeft: 5)
        }
    }

    /// Voids the open and pending invoices. Throws while one of them is being paid.
    mutating func voidOpenInvoices(in transaction: Transaction) throws {
        for index in invoices.indices {
            // Its checkout is paid or is being paid: that payment's outcome comes first.
            if let checkout = invoices[index].checkout,
                try !PaymentStatus.cancelUnpaid(checkout, at: time.wallClock, in: transaction)
            {
                throw SubscriptionRefusal.paymentInProgress(secondsLeft: 5)
            }
            invoices[index].state = .void
            invoices[index].dueAt = nil
            invoices[index].endedAt = time.wallClock
            events.emit(.invoiceVoided, &invoices[index])
            try transaction.enqueue(invoices[index].store)
        }
    }

    /// Stores the subscription, with the due date of its next step.
    mutating func store(in transaction: Transaction) throws {
        subscription.dueAt = subscription.dueDate(
            hasOpenInvoice: invoices.contains { $0.state == .open })
        subscription.version += 1
        subscription.changedAt = time.wallClock
        try CancelChangeCheckouts(of: subscription, at: time.moment)(in: transaction)
        try transaction.enqueue(subscription.store)
        for query in paid.map({ PeriodPayment.replace($0, of: subscription) }) ?? [] {
            try transaction.enqueue(query)
        }
        if subscription.shouldResumeCollection(since: before) {
            try transaction.enqueue(Invoice.makeDueNow(of: subscription.id, at: time.calendar))
        }
        try UnlinkUnusedTokens(of: subscription.idleCards(since: before), at: time.wallClock)(
            in: transaction)
        try events.store(in: transaction)
    }
}
