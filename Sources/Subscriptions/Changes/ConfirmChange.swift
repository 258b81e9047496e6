import Checkout
import Outbox
import Postgres
import Vocabulary

/// Makes a change that its buyer has agreed to in a sheet, exactly as it was quoted and paid.
///
/// A sheet is closed when what its quote counts on changes. Whoever has paid in that very moment loses
/// nothing: what they paid becomes credit of the subscription.
struct ConfirmChange: Sendable {
    let enrolment: Enrolment
    let now: Instant
    let identify: @Sendable (Instant) -> UUID128

    init(
        _ enrolment: Enrolment, at now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.enrolment = enrolment
        self.now = now
        self.identify = identify
    }

    func callAsFunction(in transaction: Transaction) throws {
        guard let id = enrolment.subscription, let quoted = enrolment.quote else { return }
        var held = try HeldSubscription(id, at: now, identify: identify, in: transaction)
        guard let row = try transaction.run(Quote.lock(quoted, of: id)).first else { return }
        var quote = try Quote(row: row)
        guard quote.usedAt == nil else { return }
        quote.usedAt = now
        try transaction.later(quote.store)
        guard try !held.subscription.state.isOver && held.isAsQuoted(quote, in: transaction) else {
            try held.credit(quote.price.due, for: quote.id.uuid, in: transaction)
            held.news.tell(.subscriptionChanged, &held.subscription)
            return try held.store(in: transaction)
        }
        if let row = try transaction.run(KeptCard.find(of: enrolment.checkout)).first {
            held.subscription.card = try KeptCard(row: row)
            held.news.tell(.subscriptionCardChanged, &held.subscription)
        }
        try held.make(quote, in: transaction)
        var invoice = invoice(quote, held)
        held.news.tell(.invoicePaid, &invoice)
        try held.store(in: transaction)
        try transaction.later(invoice.insert)
    }

    /// What was paid in the sheet, beside the invoices of the periods.
    private func invoice(_ quote: Quote, _ held: HeldSubscription) -> Invoice {
        Invoice(
            id: Invoice.ID(merchant: held.subscription.id.merchant, uuid: identify(now)),
            subscription: held.subscription.id, period: nil, periodStart: quote.moment,
            periodEnd: held.subscription.periodEnd, state: .paid,
            currency: held.subscription.terms.currency, amount: quote.price.due, amountMax: nil,
            checkout: enrolment.checkout, clock: held.subscription.clock, createdAt: now,
            endedAt: now)
    }
}
