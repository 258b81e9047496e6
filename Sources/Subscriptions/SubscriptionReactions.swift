import Balances
import Checkout
import Customers
import JSON
import Outbox
import Postgres
import Vocabulary

/// What subscriptions do about what happened elsewhere.
package enum SubscriptionReactions {
    package static func all(
        now: @escaping @Sendable () -> Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) -> [Reaction] {
        [
            Reaction(to: [.balanceDebited, .balanceCaptured]) { event, transaction in
                guard let balance = Balance.ID(event.object), isSpending(event) else { return }
                try reload(balance, at: now(), in: transaction)
            },
            Reaction(to: [.laterPaymentFailed, .laterPaymentCanceled]) { event, transaction in
                // Another agreement may have waited for it to be filled.
                guard let id = LaterPayment.ID(event.object),
                    let row = try transaction.run(LaterPayment.find(id)).first,
                    let balance = try LaterPayment(row: row).balance
                else { return }
                try reload(balance, at: now(), in: transaction)
            },
            Reaction(to: [.refundPending, .refundSucceeded]) { event, transaction in
                guard let checkout = Sheet.ID(event.object),
                    let row = try transaction.run(Subscription.paid(by: checkout)).first
                else { return }
                // The sheet of a change that counts on what is given back is not to be paid any more.
                let subscription = Subscription.ID(
                    merchant: checkout.merchant, uuid: try row.get("subscription_id"))
                try transaction.later(Subscription.hold(subscription))
                try transaction.later(Enrolment.closeChanges(of: subscription, at: now()))
            },
            Reaction(to: [.disputeOpened]) { event, transaction in
                guard let checkout = Sheet.ID(event.object) else { return }
                try pause(payer: checkout, at: now(), identify, in: transaction)
                try stop(payer: checkout, at: now(), identify, in: transaction)
            },
        ]
    }

    /// What a refund or a lost dispute takes off again is not spent: nobody wants it filled for that.
    private static func isSpending(_ event: Event) -> Bool {
        guard event.type == .balanceDebited else { return true }
        guard let transfer = try? Document.parse(event.data).root["transfer"] else { return false }
        let kind = transfer["kind"]?.string.flatMap(Transfer.Kind.init(rawValue:))
        return kind == .transfer || kind == .debit && transfer["checkout"] == nil
    }

    /// A balance that has less than its buyer wanted is filled, once until it is.
    private static func reload(
        _ id: Balance.ID, at now: Instant, in transaction: Transaction
    ) throws {
        let watching = try transaction.run(LaterPayment.lockWatching(id))
            .map(LaterPayment.init(row:))
        if var filling = watching.first(where: { $0.dueAt != nil }) {
            filling.isHeard = true
            return try transaction.later(filling.store)
        }
        // Of several, the one that wants the most in it is the first to be low.
        let first = watching.max {
            ($0.threshold?.minorUnits ?? 0) < ($1.threshold?.minorUnits ?? 0)
        }
        guard var payment = first, try payment.isLow(at: now, in: transaction) else { return }
        let clock = try payment.clock.flatMap {
            try transaction.run(TestClock.find($0)).first.map(TestClock.init(row:))
        }
        payment.dueAt = clock?.at ?? now
        try transaction.later(payment.store)
    }

    /// A bank has taken the sheet of a later payment back, or one of its charges: no other follows.
    private static func stop(
        payer checkout: Sheet.ID, at now: Instant,
        _ identify: @escaping @Sendable (Instant) -> UUID128, in transaction: Transaction
    ) throws {
        let charged = try PaymentStanding.find(checkout, at: now, in: transaction)?
            .engagement?.laterPayment.flatMap { LaterPayment.ID($0) }
        for row in try transaction.run(LaterPayment.lock(agreedIn: checkout, or: charged)) {
            var payment = try LaterPayment(row: row)
            // One that is being made fills the balance all the same.
            if let charge = payment.charge {
                _ = try PaymentStanding.close(charge, at: now, in: transaction)
            }
            payment.end(as: .failed, at: now)
            var news = BillingNews(at: now, identify: identify)
            news.tell(.laterPaymentFailed, &payment)
            try transaction.later(payment.store)
            try ReleaseTokens(of: [payment.card], at: now)(in: transaction)
            try news.store(in: transaction)
        }
    }

    /// A bank has taken a payment back: the subscription rests until that is settled.
    private static func pause(
        payer checkout: Sheet.ID, at now: Instant,
        _ identify: @escaping @Sendable (Instant) -> UUID128, in transaction: Transaction
    ) throws {
        guard let row = try transaction.run(Subscription.paid(by: checkout)).first else { return }
        let subscription = Subscription.ID(
            merchant: checkout.merchant, uuid: try row.get("subscription_id"))
        do {
            _ = try PauseSubscription(
                subscription: subscription, because: .disputed, resumesAt: nil, now: now,
                identify: identify)(in: transaction)
        } catch is SubscriptionRefusal {
            // It is over, or rests already.
        }
    }
}
