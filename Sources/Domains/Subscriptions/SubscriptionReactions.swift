import Balances
import Carts
import Checkouts
import Customers
import JSON
import Outbox
import Payments
import Postgres
import Vocabulary

/// The event handlers of subscriptions for events of other resources.
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
                // Another reload may have waited for this one.
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
                // The sheet of a change whose quote counts on the refunded money must not be paid.
                let subscription = Subscription.ID(
                    merchant: checkout.merchant, uuid: try row.get("subscription_id"))
                try transaction.later(Subscription.hold(subscription))
                // Sheets opened after the refund count on the rest.
                let close = Enrolment.closeChanges(
                    of: subscription, openedUntil: event.at, at: now())
                try CloseChanges(close, at: now(), identify: identify)(in: transaction)
            },
            Reaction(to: [.disputeOpened]) { event, transaction in
                guard let checkout = Sheet.ID(event.object) else { return }
                try pause(payer: checkout, at: now(), identify, in: transaction)
                try stop(payer: checkout, at: now(), identify, in: transaction)
            },
        ]
    }

    /// True for a purchase: a refund or a lost dispute also debits a balance, but must not reload
    /// it.
    private static func isSpending(_ event: Event) -> Bool {
        guard event.type == .balanceDebited else { return true }
        guard let transfer = try? Document.parse(event.data).root["transfer"] else { return false }
        let kind = transfer["kind"]?.string.flatMap(Transfer.Kind.init(rawValue:))
        return kind == .transfer || kind == .debit && transfer["checkout"] == nil
    }

    /// Makes a reload due if the balance is below the buyer's threshold; only one reload runs at a
    /// time.
    private static func reload(
        _ id: Balance.ID, at now: Instant, in transaction: Transaction
    ) throws {
        let watching = try transaction.run(LaterPayment.lockWatching(id))
            .map(LaterPayment.init(row:))
        if var filling = watching.first(where: { $0.dueAt != nil }) {
            filling.isHeard = true
            return try transaction.later(filling.store)
        }
        // Of several reloads, the one with the highest threshold comes first.
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

    /// Ends a later payment when a buyer disputes its checkout or one of its charges.
    private static func stop(
        payer checkout: Sheet.ID, at now: Instant,
        _ identify: @escaping @Sendable (Instant) -> UUID128, in transaction: Transaction
    ) throws {
        let charged = try PaymentStanding.find(checkout, at: now, in: transaction)?
            .engagement?.laterPayment.flatMap { LaterPayment.ID($0) }
        for row in try transaction.run(LaterPayment.lock(agreedIn: checkout, or: charged)) {
            var payment = try LaterPayment(row: row)
            // A charge that is already in progress still fills the balance.
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

    /// Pauses the subscription when a buyer disputes a payment, until the merchant decides.
    private static func pause(
        payer checkout: Sheet.ID, at now: Instant,
        _ identify: @escaping @Sendable (Instant) -> UUID128, in transaction: Transaction
    ) throws {
        guard let row = try transaction.run(Subscription.paid(by: checkout)).first,
            // A dispute that the merchant has already won changes nothing.
            try PaymentStanding.find(checkout, at: now, in: transaction)?.isDisputed == true
        else { return }
        let subscription = Subscription.ID(
            merchant: checkout.merchant, uuid: try row.get("subscription_id"))
        do {
            _ = try PauseSubscription(
                subscription: subscription, because: .disputed, resumesAt: nil, now: now,
                identify: identify)(in: transaction)
        } catch is SubscriptionRefusal {
            // It is over, or already paused.
        }
    }
}
