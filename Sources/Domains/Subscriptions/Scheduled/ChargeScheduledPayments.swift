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
package struct ChargeScheduledPayments: Sendable {
    private let paymentContext: PaymentContext
    private let charge: ChargeSavedCard
    /// Returns the real time.
    private let now: @Sendable () -> Instant

    package init(
        _ paymentContext: PaymentContext, _ charge: ChargeSavedCard,
        now: @escaping @Sendable () -> Instant
    ) {
        self.paymentContext = paymentContext
        self.charge = charge
        self.now = now
    }

    package static let batch = 20

    /// - Returns: the number of later payments whose result was stored.
    package func callAsFunction(_ scope: BillingScope, at calendar: Instant, limit: Int = batch)
        async throws -> Int
    {
        let claimed = try await paymentContext.database.run(
            ScheduledPayment.claim(
                scope, at: calendar,
                leasedUntil: calendar.adding(seconds: ChargeInvoices.leaseSeconds), limit: limit)
        ).map {
            ScheduledPayment.ID(
                merchant: try $0.get("merchant_id"), uuid: try $0.get("later_payment_id"))
        }
        return try await paymentContext.each(claimed) { try await end($0, at: calendar) }
    }

    private func end(_ id: ScheduledPayment.ID, at calendar: Instant) async throws -> Bool {
        guard let row = try await paymentContext.database.run(ScheduledPayment.find(id)).first
        else {
            return false
        }
        let payment = try ScheduledPayment(row: row)
        guard !payment.state.isOver, let checkout = try await checkout(for: payment) else {
            return false
        }
        let outcome = try await charge(
            checkout, with: payment.card, as: .unscheduled,
            try: "\(id.text) \(payment.tries)", at: now)
        let time = BillingTime(calendar: calendar, moment: paymentContext.moment(now()))
        let record = RecordScheduledPaymentResult(
            id, try: payment.tries, charge: checkout, outcome: outcome, at: time)
        return try await paymentContext.database.transaction { try record(in: $0) }
    }

    /// The checkout of the charge in progress, or a new one.
    private func checkout(for payment: ScheduledPayment) async throws -> CheckoutSession.ID? {
        if let charge = payment.charge { return charge }
        return try await paymentContext.openCheckout(of: payment.id.merchant) { merchant in
            let opened = try payment.prepareCheckout(
                merchant, keys: paymentContext.keys, at: paymentContext.moment(now()))
            let rows = try await paymentContext.database.run(payment.open(opened))
            return rows.isEmpty ? nil : opened.session.id
        } orFinding: {
            try await paymentContext.database.run(ScheduledPayment.find(payment.id)).first
                .map(ScheduledPayment.init(row:))?.charge
        }
    }
}

/// Stores the result of a charge of a later payment.
struct RecordScheduledPaymentResult: Verb {
    let id: ScheduledPayment.ID
    let number: Int
    let charge: CheckoutSession.ID
    let outcome: ChargeSavedCard.Outcome
    let time: BillingTime

    init(
        _ id: ScheduledPayment.ID, try number: Int, charge: CheckoutSession.ID,
        outcome: ChargeSavedCard.Outcome, at time: BillingTime
    ) {
        self.id = id
        self.number = number
        self.charge = charge
        self.outcome = outcome
        self.time = time
    }

    func callAsFunction(in transaction: Transaction) throws -> Bool {
        guard let row = try transaction.run(ScheduledPayment.lock(id)).first else { return false }
        var payment = try ScheduledPayment(row: row)
        guard !payment.state.isOver, payment.tries == number, payment.charge == charge else {
            return false
        }
        var events = BillingEvents(at: time.moment)
        let isLow = try payment.isLow(at: time.wallClock, in: transaction)
        record(&payment, isLow: isLow, &events)
        try transaction.enqueue(payment.store)
        if payment.state.isOver {
            try UnlinkUnusedTokens(of: [payment.card], at: time.wallClock)(in: transaction)
        }
        try events.store(in: transaction)
        return true
    }

    private func record(
        _ payment: inout ScheduledPayment, isLow: Bool, _ events: inout BillingEvents
    ) {
        switch outcome {
        case .paid, .paidOtherwise:
            payment.tries += 1
            (payment.declines, payment.decline, payment.failedAt) = (0, nil, nil)
            payment.dueAt = nil
            if payment.kind == .deferred { payment.end(as: .paid, at: time.wallClock) }
            events.emit(.laterPaymentPaid, &payment)
            if payment.kind == .reload {
                // The next reload is a separate charge, with attempts of its own.
                (payment.charge, payment.tries) = (nil, 0)
                // The balance may have been debited during this reload, when no other could start.
                if payment.wasDebitedDuringReload, isLow { payment.dueAt = time.calendar }
                payment.wasDebitedDuringReload = false
            }
        case .checking(let seconds):
            payment.dueAt = time.calendar.adding(seconds: Int64(max(5, seconds)))
        case .gone:
            payment.charge = nil
            payment.dueAt = time.calendar
        case .notCharged:
            payment.tries += 1
            payment.dueAt = time.calendar.adding(
                seconds: Dunning.backoffSeconds(afterFaults: payment.tries - payment.declines))
        case .refused(let decline):
            payment.tries += 1
            applyDecline(decline, &payment, &events)
        }
    }

    private func applyDecline(
        _ decline: Decline, _ payment: inout ScheduledPayment, _ events: inout BillingEvents
    ) {
        payment.declines += 1
        payment.decline = decline.publicCode
        let first = payment.failedAt ?? time.calendar
        payment.failedAt = first
        let step = Dunning.default.step(
            after: decline.reason, declines: payment.declines, firstFailure: first,
            now: time.calendar)
        // The buyer has no sheet for a later payment, so a hard decline ends it.
        if case .retry(let moment) = step {
            payment.dueAt = moment
            events.emit(.laterPaymentDeclined, &payment)
        } else {
            payment.end(as: .failed, at: time.wallClock)
            events.emit(.laterPaymentFailed, &payment)
        }
    }
}

extension ScheduledPayment {
    /// The lifetime of a charge's checkout: as long as an unpaid checkout keeps its data key, which
    /// is longer than any dunning schedule.
    private static let checkoutLifeSeconds = EraseAbandoned.retentionSeconds

    func prepareCheckout(_ merchant: Merchant, keys: KeyRing, at moment: Moment) throws
        -> OpenCheckout.Outcome
    {
        var request = CheckoutRequest(
            countryCode: country, currency: amount.currency,
            cartContent: .lines([LineItem(label: label, amount: amount, creditsBalance: balance)]))
        request.shippingMethods = []
        request.billingReferences = BillingReferences(laterPayment: id.text)
        request.expiresAt = moment.now.adding(seconds: Self.checkoutLifeSeconds)
        return try OpenCheckout(
            request: request, prefill: Prefill(), merchant: merchant, coupon: nil, keys: keys,
            language: .english, identifier: moment.identifier(), now: moment.now
        ).prepare()
    }
}
