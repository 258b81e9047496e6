import Checkouts
import Customers
import Outbox
import Payments
import Postgres
import Vocabulary

/// Starts the subscription of a paid checkout, or applies the checkout's other purpose, exactly
/// once. The request that answers the buyer does this, or a worker that sees the payment first.
///
/// A subscription starts at the moment of the payment, not when the checkout was opened: no buyer
/// is charged before the date that the sheet showed.
package struct CompleteEnrollment: Verb {
    package let context: CheckoutContext

    package init(_ context: CheckoutContext) { self.context = context }

    /// - Returns: nil if the checkout is unpaid or does not exist, if its payment was refunded
    ///   before it had a consequence, or if its payment belongs to no subscription.
    package func callAsFunction(in transaction: Transaction) throws -> Subscription? {
        let now = context.now
        // Lock order: the subscription before the checkout, as in OpenPaymentSheet.
        if let subscription = try transaction.run(Enrollment.find(context.checkout)).first
            .map(Enrollment.init(row:))?.subscription
        {
            try transaction.enqueue(Subscription.lockRow(subscription))
        }
        guard let row = try transaction.run(Enrollment.lock(context.checkout)).first else {
            return try transaction.run(Subscription.find(by: context.checkout)).first
                .map(Subscription.init(row:))
        }
        let enrollment = try Enrollment(row: row)
        guard
            let paymentStatus = try PaymentStatus.find(context.checkout, at: now, in: transaction)
        else { return nil }
        guard paymentStatus.state.isPaid else {
            try transaction.enqueue(
                enrollment.scheduleCheck(at: nextCheck(enrollment, paymentStatus.state)))
            return nil
        }
        try transaction.enqueue(enrollment.scheduleCheck(at: nil))
        // A payment that was refunded before the server processed it has no consequence, except for
        // an invoice.
        guard paymentStatus.state != .refunded || enrollment.kind == .pay else { return nil }
        switch enrollment.kind {
        case .begin: return try startSubscription(enrollment, paymentStatus, in: transaction)
        case .pay:
            try recordPayment(enrollment, paymentStatus, in: transaction)
            return try found(enrollment.subscription, in: transaction)
        case .later:
            try CreateScheduledPayment(enrollment, paymentStatus, at: context.moment)(
                in: transaction)
            return nil
        case .change:
            try ConfirmChange(enrollment, at: context.moment)(in: transaction)
            return try found(enrollment.subscription, in: transaction)
        }
    }

    /// Keeps a late payment as credit, if its invoice is closed or has another checkout.
    private func creditLatePayment(
        _ amount: Money, of subscription: Subscription.ID, for cause: UUID128,
        in transaction: Transaction
    ) throws {
        var locked = try LockedSubscription(subscription, at: context.moment, in: transaction)
        try locked.credit(amount, for: cause, in: transaction)
        locked.events.emit(.subscriptionChanged, &locked.subscription)
        try locked.store(in: transaction)
    }

    private func found(
        _ id: Subscription.ID?, in transaction: Transaction
    ) throws -> Subscription? {
        try id.flatMap { try transaction.run(Subscription.find($0)).first }
            .map(Subscription.init(row:))
    }

    /// Marks the invoice as paid, because its buyer paid its checkout in a sheet.
    private func recordPayment(
        _ enrollment: Enrollment, _ paymentStatus: PaymentStatus, in transaction: Transaction
    ) throws {
        guard let subscription = enrollment.subscription else { return }
        let isRefunded = paymentStatus.state == .refunded
        guard let row = try transaction.run(Invoice.find(by: enrollment.checkout)).first else {
            guard !isRefunded else { return }
            return try creditLatePayment(
                paymentStatus.authorized, of: subscription, for: enrollment.checkout.uuid,
                in: transaction)
        }
        let clock = try enrollment.clock.flatMap {
            try transaction.run(TestClock.find($0)).first.map(TestClock.init(row:))
        }
        let invoice = try Invoice(row: row)
        if invoice.state.isOver, invoice.state != .paid, let amount = invoice.amount {
            guard !isRefunded else { return }
            return try creditLatePayment(
                amount, of: subscription, for: invoice.id.uuid, in: transaction)
        }
        try RecordInvoiceResults(
            paid: invoice,
            at: BillingTime(calendar: clock?.at ?? context.now, moment: context.moment))(
                in: transaction)
    }

    private func nextCheck(_ enrollment: Enrollment, _ state: CheckoutSession.State) -> Instant? {
        switch state {
        case .canceled, .failed: nil
        // A processor may still report a payment that this server does not know.
        case .expired, .open, .authorizing, .authorized, .captured, .refunded:
            Enrollment.nextCheck(openedAt: enrollment.createdAt, at: context.now)
        }
    }

    private func startSubscription(
        _ enrollment: Enrollment, _ paymentStatus: PaymentStatus, in transaction: Transaction
    ) throws -> Subscription {
        let now = context.now
        guard let plan = enrollment.plan, let version = enrollment.planVersion,
            let planRow = try transaction.run(Plan.find(plan, version: version)).first,
            let cardRow = try transaction.run(SavedCard.find(of: enrollment.checkout)).first
        else { throw StoredValueError(column: "card_id") }
        let clock = try enrollment.clock.flatMap {
            try transaction.run(TestClock.find($0)).first.map(TestClock.init(row:))
        }
        let terms = try Plan(row: planRow).terms
        let start = Instant(
            seconds: (clock?.at ?? paymentStatus.endedAt ?? now).microseconds / 1_000_000)
        let customer = try paymentStatus.customer ?? openAccount(in: transaction)
        var subscription = Subscription(
            id: Subscription.ID(merchant: enrollment.checkout.merchant, uuid: context.identifier()),
            checkout: enrollment.checkout, customer: customer, plan: plan, planVersion: version,
            terms: terms, card: try SavedCard(row: cardRow), clock: enrollment.clock,
            state: .active, country: paymentStatus.country, anchor: start, anchorPeriod: 0,
            origin: 0, period: 0, periodStart: start, periodEnd: start, kind: .regular,
            announcedPeriod: 0, version: 1, endsWithPeriod: false, dueAt: nil, events: 0,
            reference: paymentStatus.reference, createdAt: now, changedAt: now)
        subscription.enter(0)
        subscription.state = subscription.runningState
        subscription.dueAt = subscription.nextAction?.at
        var events = BillingEvents(at: context.moment)
        events.emit(.subscriptionCreated, &subscription)
        var invoice = firstInvoice(of: subscription, paymentStatus)
        if invoice.state == .pending { events.emit(.invoicePending, &invoice) }
        if invoice.state == .paid { events.emit(.invoicePaid, &invoice) }
        // The customer was erased before the server processed the payment: the subscription ends at
        // once.
        if let customer, try Customer.isErased(customer, in: transaction) {
            subscription.end(as: .canceled, because: .erased, at: start)
            events.emit(.subscriptionCanceled, &subscription)
        }
        try transaction.enqueue(subscription.insert)
        try transaction.enqueue(invoice.insert)
        if subscription.state.isOver {
            try UnlinkUnusedTokens(of: [subscription.card], at: now)(in: transaction)
        }
        try events.store(in: transaction)
        return subscription
    }

    /// The checkout's payment pays the first period; the amount of a variable one is unknown.
    private func firstInvoice(
        of subscription: Subscription, _ paymentStatus: PaymentStatus
    ) -> Invoice {
        let terms = subscription.terms
        let isPending = subscription.phase?.isPending == true
        // The checkout may also contain goods, and a coupon may have reduced both prices.
        let own = paymentStatus.paid(forLines: terms.linesDueToday(terms.phases[0]).count)
        return Invoice(
            id: Invoice.ID(merchant: subscription.id.merchant, uuid: context.identifier()),
            subscription: subscription.id, period: 0, periodStart: subscription.periodStart,
            periodEnd: subscription.periodEnd, state: isPending ? .pending : .paid,
            currency: subscription.terms.currency,
            amount: isPending ? nil : paymentStatus.authorized,
            amountMax: isPending ? subscription.terms.maximumAmount : nil,
            checkout: isPending ? nil : subscription.checkout,
            goodsAmount: isPending ? 0 : paymentStatus.authorized.minorUnits - own.minorUnits,
            clock: subscription.clock, createdAt: context.now,
            endedAt: isPending ? nil : context.now)
    }

    /// Opens the buyer's account, if the checkout has a contact.
    private func openAccount(in transaction: Transaction) throws -> Customer.ID? {
        do {
            return try OpenAccount(
                context: context, customer: context.identifier(), event: context.identifier())(
                    in: transaction
                ).customer.id
        } catch CheckoutRefusal.noContact {
            return nil
        }
    }
}
