import Merchants
import Outbox
import Payments
import Postgres
import Vocabulary

/// Cancels a later payment. After the buyer's free cancellation period, the merchant must confirm
/// that they want it all the same.
package struct CancelLaterPayment: Sendable {
    package let payment: LaterPayment.ID
    package let isAfterFreeTime: Bool
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        payment: LaterPayment.ID, isAfterFreeTime: Bool, now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.payment = payment
        self.isAfterFreeTime = isAfterFreeTime
        self.now = now
        self.identify = identify
    }

    package func callAsFunction(in transaction: Transaction) throws -> LaterPayment {
        guard let row = try transaction.run(LaterPayment.lock(self.payment)).first else {
            throw SubscriptionRefusal.notFound
        }
        var payment = try LaterPayment(row: row)
        if payment.state == .canceled { return payment }
        guard !payment.state.isOver else {
            throw SubscriptionRefusal.laterPaymentOver(payment.state)
        }
        let clock = try payment.clock.flatMap {
            try transaction.run(TestClock.find($0)).first.map(TestClock.init(row:))
        }
        if let until = payment.cancelUntil, clock?.at ?? now > until, !isAfterFreeTime {
            throw SubscriptionRefusal.notFreeAnyMore(since: until)
        }
        if let charge = payment.charge,
            try !PaymentStanding.close(charge, at: now, in: transaction)
        {
            throw SubscriptionRefusal.paying(secondsLeft: 5)
        }
        payment.end(as: .canceled, at: now)
        var news = BillingNews(at: now, identify: identify)
        news.tell(.laterPaymentCanceled, &payment)
        try transaction.later(payment.store)
        try ReleaseTokens(of: [payment.card], at: now)(in: transaction)
        try news.store(in: transaction)
        return payment
    }
}

/// Lists a page of a merchant's later payments, newest first.
package struct ListLaterPayments: Sendable {
    package let merchant: MerchantNumber
    package let filter: LaterPayment.Filter

    package init(merchant: MerchantNumber, filter: LaterPayment.Filter) {
        self.merchant = merchant
        self.filter = filter
    }

    package func callAsFunction(on database: Database) async throws -> Page<LaterPayment> {
        try await database.page(
            LaterPayment.page(filter, of: merchant), limit: filter.limit,
            scanning: LaterPayment.scan(filter, of: merchant), LaterPayment.init(row:))
    }
}

/// Finds one later payment.
package struct FindLaterPayment: Sendable {
    package let payment: LaterPayment.ID

    package init(payment: LaterPayment.ID) { self.payment = payment }

    package func callAsFunction(on database: Database) async throws -> LaterPayment {
        guard let row = try await database.run(LaterPayment.find(payment), sharing: .reading).first
        else { throw SubscriptionRefusal.notFound }
        return try LaterPayment(row: row)
    }
}
