import Merchants
import Outbox
import Payments
import Postgres
import Vocabulary

/// Cancels a later payment. After the buyer's free cancellation period, the merchant must confirm
/// that they want it all the same.
package struct CancelScheduledPayment: Verb {
    package let payment: ScheduledPayment.ID
    package let isAfterFreeCancellation: Bool
    package let moment: Moment

    package init(payment: ScheduledPayment.ID, isAfterFreeCancellation: Bool, moment: Moment) {
        self.payment = payment
        self.isAfterFreeCancellation = isAfterFreeCancellation
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws -> ScheduledPayment {
        guard let row = try transaction.run(ScheduledPayment.lock(self.payment)).first else {
            throw SubscriptionRefusal.notFound
        }
        var payment = try ScheduledPayment(row: row)
        if payment.state == .canceled { return payment }
        guard !payment.state.isOver else {
            throw SubscriptionRefusal.scheduledPaymentOver(payment.state)
        }
        let clock = try payment.clock.flatMap {
            try transaction.run(TestClock.find($0)).first.map(TestClock.init(row:))
        }
        if let until = payment.cancelUntil, clock?.at ?? moment.now > until,
            !isAfterFreeCancellation
        {
            throw SubscriptionRefusal.freeCancellationEnded(since: until)
        }
        if let charge = payment.charge,
            try !PaymentStatus.cancelUnpaid(charge, at: moment.now, in: transaction)
        {
            throw SubscriptionRefusal.paymentInProgress(secondsLeft: 5)
        }
        payment.end(as: .canceled, at: moment.now)
        var events = BillingEvents(at: moment)
        events.emit(.laterPaymentCanceled, &payment)
        try transaction.enqueue(payment.store)
        try UnlinkUnusedTokens(of: [payment.card], at: moment.now)(in: transaction)
        try events.store(in: transaction)
        return payment
    }
}

/// Finds one later payment.
package struct FindScheduledPayment: Sendable {
    package let payment: ScheduledPayment.ID

    package init(payment: ScheduledPayment.ID) { self.payment = payment }

    package func callAsFunction(on database: Database) async throws -> ScheduledPayment {
        guard
            let row = try await database.run(ScheduledPayment.find(payment), groupCommit: .reading)
                .first
        else { throw SubscriptionRefusal.notFound }
        return try ScheduledPayment(row: row)
    }
}
