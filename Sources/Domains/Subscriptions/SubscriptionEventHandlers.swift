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
package enum SubscriptionEventHandlers {
    package static func all(moment: @escaping @Sendable () -> Moment) -> [EventHandler] {
        [
            EventHandler(for: [.balanceDebited, .balanceCaptured]) { event, transaction in
                guard let balance = Balance.ID(event.object), isSpending(event) else { return }
                try scheduleReload(balance, at: moment().now, in: transaction)
            },
            EventHandler(for: [.laterPaymentFailed, .laterPaymentCanceled]) { event, transaction in
                // Another reload may have waited for this one.
                guard let id = ScheduledPayment.ID(event.object),
                    let row = try transaction.run(ScheduledPayment.find(id)).first,
                    let balance = try ScheduledPayment(row: row).balance
                else { return }
                try scheduleReload(balance, at: moment().now, in: transaction)
            },
            EventHandler(for: [.refundPending, .refundSucceeded]) { event, transaction in
                guard let checkout = CheckoutSession.ID(event.object),
                    let row = try transaction.run(Subscription.paid(by: checkout)).first
                else { return }
                // The quote of a change may count on the refunded money, so the buyer must not pay
                // its checkout.
                let subscription = Subscription.ID(
                    merchant: checkout.merchant, uuid: try row.get("subscription_id"))
                try transaction.enqueue(Subscription.lockRow(subscription))
                // A checkout that was opened after the refund counts on the remaining money only.
                let close = Enrollment.cancelChangeCheckouts(
                    of: subscription, openedUntil: event.at, at: moment().now)
                try CancelChangeCheckouts(close, at: moment())(in: transaction)
            },
            EventHandler(for: [.disputeOpened]) { event, transaction in
                guard let checkout = CheckoutSession.ID(event.object) else { return }
                try pause(disputed: checkout, at: moment(), in: transaction)
                try failScheduledPayments(disputed: checkout, at: moment(), in: transaction)
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
    private static func scheduleReload(
        _ id: Balance.ID, at now: Instant, in transaction: Transaction
    ) throws {
        let reloads = try transaction.run(ScheduledPayment.lockReloads(id))
            .map(ScheduledPayment.init(row:))
        if var runningReload = reloads.first(where: { $0.dueAt != nil }) {
            runningReload.wasDebitedDuringReload = true
            return try transaction.enqueue(runningReload.store)
        }
        // Of several reloads, the one with the highest threshold comes first.
        let first = reloads.max {
            ($0.threshold?.minorUnits ?? 0) < ($1.threshold?.minorUnits ?? 0)
        }
        guard var payment = first, try payment.isLow(at: now, in: transaction) else { return }
        let clock = try payment.clock.flatMap {
            try transaction.run(TestClock.find($0)).first.map(TestClock.init(row:))
        }
        payment.dueAt = clock?.at ?? now
        try transaction.enqueue(payment.store)
    }

    /// Ends a later payment when a buyer disputes its checkout or one of its charges.
    private static func failScheduledPayments(
        disputed checkout: CheckoutSession.ID, at moment: Moment, in transaction: Transaction
    ) throws {
        let charged = try PaymentStatus.find(checkout, at: moment.now, in: transaction)?
            .billingReferences?.laterPayment.flatMap { ScheduledPayment.ID($0) }
        for row in try transaction.run(ScheduledPayment.lock(agreedIn: checkout, or: charged)) {
            var payment = try ScheduledPayment(row: row)
            // A charge that is already in progress still fills the balance.
            if let charge = payment.charge {
                _ = try PaymentStatus.cancelUnpaid(charge, at: moment.now, in: transaction)
            }
            payment.end(as: .failed, at: moment.now)
            var events = BillingEvents(at: moment)
            events.emit(.laterPaymentFailed, &payment)
            try transaction.enqueue(payment.store)
            try UnlinkUnusedTokens(of: [payment.card], at: moment.now)(in: transaction)
            try events.store(in: transaction)
        }
    }

    /// Pauses the subscription when a buyer disputes a payment, until the merchant decides.
    private static func pause(
        disputed checkout: CheckoutSession.ID, at moment: Moment, in transaction: Transaction
    ) throws {
        guard let row = try transaction.run(Subscription.paid(by: checkout)).first,
            // A dispute that the merchant has already won changes nothing.
            try PaymentStatus.find(checkout, at: moment.now, in: transaction)?.isDisputed == true
        else { return }
        let subscription = Subscription.ID(
            merchant: checkout.merchant, uuid: try row.get("subscription_id"))
        do {
            _ = try PauseSubscription(
                subscription: subscription, because: .disputed, resumesAt: nil, moment: moment)(
                    in: transaction)
        } catch is SubscriptionRefusal {
            // It is over, or a dispute has already paused it.
        }
    }
}
