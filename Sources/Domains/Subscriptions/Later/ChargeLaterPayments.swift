import Carts
import Checkouts
import Crypto
import Merchants
import Outbox
import Payments
import Postgres
import Processors
import Vocabulary

/// Charges later payments that are due, each through a checkout of its own: a deferred payment
/// once, a reload into its balance.
package struct ChargeLaterPayments: Sendable {
    private let caretaker: Caretaker
    private let charge: ChargeKeptCard
    /// Returns the real time.
    private let now: @Sendable () -> Instant

    package init(
        _ caretaker: Caretaker, _ charge: ChargeKeptCard, now: @escaping @Sendable () -> Instant
    ) {
        self.caretaker = caretaker
        self.charge = charge
        self.now = now
    }

    package static let batch = 20

    /// - Returns: the number of later payments that were paid, declined or given up.
    package func callAsFunction(_ scope: BillingScope, at calendar: Instant, limit: Int = batch)
        async throws -> Int
    {
        let claimed = try await caretaker.database.run(
            LaterPayment.claim(
                scope, at: calendar,
                leasedUntil: calendar.adding(seconds: ChargeInvoices.leaseSeconds), limit: limit)
        ).map {
            LaterPayment.ID(
                merchant: try $0.get("merchant_id"), uuid: try $0.get("later_payment_id"))
        }
        return try await caretaker.each(claimed) { try await end($0, at: calendar) }
    }

    private func end(_ id: LaterPayment.ID, at calendar: Instant) async throws -> Bool {
        guard let row = try await caretaker.database.run(LaterPayment.find(id)).first else {
            return false
        }
        let payment = try LaterPayment(row: row)
        guard !payment.state.isOver, let checkout = try await checkout(for: payment) else {
            return false
        }
        let outcome = try await charge(
            checkout, with: payment.card, as: .unscheduled,
            try: "\(id.text) \(payment.tries)", at: now)
        let time = BillingTime(calendar: calendar, world: now())
        let settle = SettleLaterPayment(
            id, try: payment.tries, charge: checkout, outcome: outcome, at: time,
            identify: caretaker.identify)
        return try await caretaker.database.transaction { try settle(in: $0) }
    }

    /// The checkout of the charge in progress, or a new one.
    private func checkout(for payment: LaterPayment) async throws -> Sheet.ID? {
        if let charge = payment.charge { return charge }
        guard var (merchant, _) = try await caretaker.merchant(payment.id.merchant) else {
            return nil
        }
        for _ in 0..<2 {
            let opened = try payment.sheet(
                merchant, keys: caretaker.keys, identifier: caretaker.identify(now()), at: now())
            if try await !caretaker.database.run(payment.open(opened)).isEmpty {
                return opened.sheet.id
            }
            guard let present = try await caretaker.reload(payment.id.merchant) else { break }
            merchant = present.0
        }
        return try await caretaker.database.run(LaterPayment.find(payment.id)).first
            .map(LaterPayment.init(row:))?.charge
    }
}

/// Stores the result of a charge of a later payment.
struct SettleLaterPayment: Sendable {
    let id: LaterPayment.ID
    let number: Int
    let charge: Sheet.ID
    let outcome: ChargeKeptCard.Outcome
    let time: BillingTime
    let identify: @Sendable (Instant) -> UUID128

    init(
        _ id: LaterPayment.ID, try number: Int, charge: Sheet.ID,
        outcome: ChargeKeptCard.Outcome, at time: BillingTime,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.id = id
        self.number = number
        self.charge = charge
        self.outcome = outcome
        self.time = time
        self.identify = identify
    }

    func callAsFunction(in transaction: Transaction) throws -> Bool {
        guard let row = try transaction.run(LaterPayment.lock(id)).first else { return false }
        var payment = try LaterPayment(row: row)
        guard !payment.state.isOver, payment.tries == number, payment.charge == charge else {
            return false
        }
        var news = BillingNews(at: time.world, identify: identify)
        let isLow = try payment.isLow(at: time.world, in: transaction)
        settle(&payment, isLow: isLow, &news)
        try transaction.later(payment.store)
        if payment.state.isOver {
            try ReleaseTokens(of: [payment.card], at: time.world)(in: transaction)
        }
        try news.store(in: transaction)
        return true
    }

    private func settle(
        _ payment: inout LaterPayment, isLow: Bool, _ news: inout BillingNews
    ) {
        switch outcome {
        case .paid, .paidOtherwise:
            payment.tries += 1
            (payment.declines, payment.decline, payment.failedAt) = (0, nil, nil)
            payment.dueAt = nil
            if payment.kind == .deferred { payment.end(as: .paid, at: time.world) }
            news.tell(.laterPaymentPaid, &payment)
            if payment.kind == .reload {
                // The next reload is a separate charge, with attempts of its own.
                (payment.charge, payment.tries) = (nil, 0)
                // The balance may have been debited during this reload, when no other could start.
                if payment.isHeard, isLow { payment.dueAt = time.calendar }
                payment.isHeard = false
            }
        case .checking(let seconds):
            payment.dueAt = time.calendar.adding(seconds: Int64(max(5, seconds)))
        case .gone:
            payment.charge = nil
            payment.dueAt = time.calendar
        case .notCharged:
            payment.tries += 1
            payment.dueAt = time.calendar.adding(
                seconds: Dunning.pauseSeconds(afterFaults: payment.tries - payment.declines))
        case .refused(let decline):
            payment.tries += 1
            refuse(decline, &payment, &news)
        }
    }

    private func refuse(
        _ decline: Decline, _ payment: inout LaterPayment, _ news: inout BillingNews
    ) {
        payment.declines += 1
        payment.decline = decline.publicCode
        let first = payment.failedAt ?? time.calendar
        payment.failedAt = first
        let step = Dunning.usual.step(
            after: decline.reason, declines: payment.declines, firstFailure: first,
            now: time.calendar)
        // The buyer has no sheet for a later payment, so a hard decline ends it.
        if case .retry(let moment) = step {
            payment.dueAt = moment
            news.tell(.laterPaymentDeclined, &payment)
        } else {
            payment.end(as: .failed, at: time.world)
            news.tell(.laterPaymentFailed, &payment)
        }
    }
}

extension LaterPayment {
    /// As long as an unpaid checkout keeps its key: longer than any dunning schedule.
    private static let checkoutLifeSeconds = ForgetAbandoned.keptSeconds

    func sheet(
        _ merchant: Merchant, keys: KeyRing, identifier: UUID128, at now: Instant
    ) throws -> OpenCheckout.Outcome {
        var request = CheckoutRequest(
            countryCode: country, currency: amount.currency,
            basket: .lines([LineItem(label: label, amount: amount, creditsBalance: balance)]))
        request.shippingMethods = []
        request.engagement = Engagement(laterPayment: id.text)
        request.expiresAt = now.adding(seconds: Self.checkoutLifeSeconds)
        return try OpenCheckout(
            request: request, prefill: Prefill(), merchant: merchant, coupon: nil, keys: keys,
            language: .english, identifier: identifier, now: now
        ).prepare()
    }
}
