import Checkouts
import Customers
import Outbox
import Payments
import Postgres
import Vocabulary

/// Starts the subscription of a paid checkout, or applies the checkout's other purpose, exactly
/// once. The request that answers the buyer does this, or a worker that sees the payment first.
///
/// A subscription starts at the moment of the payment, not when the sheet was opened: no buyer is
/// charged before the date that the sheet showed.
package struct Subscribe: Sendable {
    package let question: SheetQuestion
    package let identify: @Sendable (Instant) -> UUID128

    package init(_ question: SheetQuestion, identify: @escaping @Sendable (Instant) -> UUID128) {
        self.question = question
        self.identify = identify
    }

    /// - Returns: nil if the checkout is unpaid or does not exist, or if its payment belongs to no
    ///   subscription.
    package func callAsFunction(in transaction: Transaction) throws -> Subscription? {
        let now = question.now
        // Locked before the checkout's own row, in the same order as when such a sheet opens.
        if let subscription = try transaction.run(Enrolment.find(question.checkout)).first
            .map(Enrolment.init(row:))?.subscription
        {
            try transaction.later(Subscription.hold(subscription))
        }
        guard let row = try transaction.run(Enrolment.lock(question.checkout)).first else {
            return try transaction.run(Subscription.find(by: question.checkout)).first
                .map(Subscription.init(row:))
        }
        let enrolment = try Enrolment(row: row)
        guard
            let standing = try PaymentStanding.find(question.checkout, at: now, in: transaction)
        else { return nil }
        guard standing.state.isPaid else {
            try transaction.later(enrolment.look(at: nextLook(enrolment, standing.state)))
            return nil
        }
        try transaction.later(enrolment.look(at: nil))
        // A payment that was refunded before it was seen has no consequence, except for an invoice.
        guard standing.state != .refunded || enrolment.kind == .pay else { return nil }
        switch enrolment.kind {
        case .begin: return try begin(enrolment, standing, in: transaction)
        case .pay:
            try settle(enrolment, standing, in: transaction)
            return try found(enrolment.subscription, in: transaction)
        case .later:
            try ScheduleLaterPayment(enrolment, standing, at: now, identify: identify)(
                in: transaction)
            return nil
        case .change:
            try ConfirmChange(enrolment, at: now, identify: identify)(in: transaction)
            return try found(enrolment.subscription, in: transaction)
        }
    }

    /// Keeps a late payment as credit, if its invoice is closed or has another checkout.
    private func keepAsCredit(
        _ amount: Money, of subscription: Subscription.ID, for cause: UUID128,
        in transaction: Transaction
    ) throws {
        var held = try HeldSubscription(
            subscription, at: question.now, identify: identify, in: transaction)
        try held.credit(amount, for: cause, in: transaction)
        held.news.tell(.subscriptionChanged, &held.subscription)
        try held.store(in: transaction)
    }

    private func found(
        _ id: Subscription.ID?, in transaction: Transaction
    ) throws -> Subscription? {
        try id.flatMap { try transaction.run(Subscription.find($0)).first }
            .map(Subscription.init(row:))
    }

    /// Settles the invoice that its buyer has paid in a sheet.
    private func settle(
        _ enrolment: Enrolment, _ standing: PaymentStanding, in transaction: Transaction
    ) throws {
        guard let subscription = enrolment.subscription else { return }
        let isGivenBack = standing.state == .refunded
        guard let row = try transaction.run(Invoice.find(by: enrolment.checkout)).first else {
            guard !isGivenBack else { return }
            return try keepAsCredit(
                standing.authorized, of: subscription, for: enrolment.checkout.uuid,
                in: transaction)
        }
        let clock = try enrolment.clock.flatMap {
            try transaction.run(TestClock.find($0)).first.map(TestClock.init(row:))
        }
        let invoice = try Invoice(row: row)
        if invoice.state.isOver, invoice.state != .paid, let amount = invoice.amount {
            guard !isGivenBack else { return }
            return try keepAsCredit(
                amount, of: subscription, for: invoice.id.uuid, in: transaction)
        }
        try SettleInvoices(
            paid: invoice,
            at: BillingTime(calendar: clock?.at ?? question.now, world: question.now),
            identify: identify)(in: transaction)
    }

    private func nextLook(_ enrolment: Enrolment, _ state: Sheet.State) -> Instant? {
        switch state {
        case .canceled, .failed: nil
        // A processor may still report a payment that this server does not know.
        case .expired, .open, .authorizing, .authorized, .captured, .refunded:
            Enrolment.nextLook(openedAt: enrolment.createdAt, at: question.now)
        }
    }

    private func begin(
        _ enrolment: Enrolment, _ standing: PaymentStanding, in transaction: Transaction
    ) throws -> Subscription {
        let now = question.now
        guard let plan = enrolment.plan, let version = enrolment.planVersion,
            let planRow = try transaction.run(Plan.find(plan, version: version)).first,
            let cardRow = try transaction.run(KeptCard.find(of: enrolment.checkout)).first
        else { throw StoredBillingError(column: "card_id") }
        let clock = try enrolment.clock.flatMap {
            try transaction.run(TestClock.find($0)).first.map(TestClock.init(row:))
        }
        let terms = try Plan(row: planRow).terms
        let start = Instant(
            seconds: (clock?.at ?? standing.endedAt ?? now).microseconds / 1_000_000)
        let customer = try standing.customer ?? openAccount(in: transaction)
        var subscription = Subscription(
            id: Subscription.ID(merchant: enrolment.checkout.merchant, uuid: identify(now)),
            checkout: enrolment.checkout, customer: customer, plan: plan,
            planVersion: version, terms: terms, card: try KeptCard(row: cardRow),
            clock: enrolment.clock, state: .active, country: standing.country, anchor: start,
            anchorPeriod: 0, origin: 0, period: 0, periodStart: start,
            periodEnd: start,
            kind: .regular, announced: 0, version: 1, endsWithPeriod: false, dueAt: nil,
            events: 0, reference: standing.reference, createdAt: now, changedAt: now)
        subscription.enter(0)
        subscription.state = subscription.runningState
        subscription.dueAt = subscription.agenda?.at
        var news = BillingNews(at: now, identify: identify)
        news.tell(.subscriptionCreated, &subscription)
        var invoice = firstInvoice(of: subscription, standing)
        if invoice.state == .pending { news.tell(.invoicePending, &invoice) }
        if invoice.state == .paid { news.tell(.invoicePaid, &invoice) }
        // The customer was erased before the payment was seen: the subscription ends at once.
        if let customer, try Customer.isErased(customer, in: transaction) {
            subscription.end(as: .canceled, because: .erased, at: start)
            news.tell(.subscriptionCanceled, &subscription)
        }
        try transaction.later(subscription.insert)
        try transaction.later(invoice.insert)
        if subscription.state.isOver {
            try ReleaseTokens(of: [subscription.card], at: now)(in: transaction)
        }
        try news.store(in: transaction)
        return subscription
    }

    /// The sheet pays the first period; the amount of a variable one is unknown.
    private func firstInvoice(
        of subscription: Subscription, _ standing: PaymentStanding
    ) -> Invoice {
        let terms = subscription.terms
        let isPending = subscription.phase?.isPending == true
        // The buyer may have bought goods in the same sheet, and a coupon may have reduced both.
        let own = standing.paid(forLines: terms.today(terms.phases[0]).count)
        return Invoice(
            id: Invoice.ID(merchant: subscription.id.merchant, uuid: identify(question.now)),
            subscription: subscription.id, period: 0, periodStart: subscription.periodStart,
            periodEnd: subscription.periodEnd, state: isPending ? .pending : .paid,
            currency: subscription.terms.currency, amount: isPending ? nil : standing.authorized,
            amountMax: isPending ? subscription.terms.maximumAmount : nil,
            checkout: isPending ? nil : subscription.checkout,
            beside: isPending
                ? 0 : standing.authorized.minorUnits - own.minorUnits,
            clock: subscription.clock,
            createdAt: question.now, endedAt: isPending ? nil : question.now)
    }

    /// Opens the buyer's account, if the sheet asked for a contact.
    private func openAccount(in transaction: Transaction) throws -> Customer.ID? {
        do {
            return try OpenAccount(
                question: question, customer: identify(question.now), event: identify(question.now))(
                    in: transaction
                ).customer.id
        } catch CheckoutRefusal.noContact {
            return nil
        }
    }
}
