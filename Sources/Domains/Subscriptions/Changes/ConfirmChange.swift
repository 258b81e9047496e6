import Outbox
import Payments
import Postgres
import Vocabulary

/// Applies a change that the buyer agreed to in a sheet, exactly as it was quoted and paid.
///
/// The server closes the sheet when anything that the quote depends on changes. If the buyer pays
/// at that very moment, the payment becomes credit of the subscription.
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
        let number = Invoice.ID(merchant: held.subscription.id.merchant, uuid: identify(now))
        try held.make(quote, paidBy: number, in: transaction)
        var invoice = invoice(number, quote, held)
        held.news.tell(.invoicePaid, &invoice)
        try transaction.later(invoice.insert)
        try held.store(in: transaction)
    }

    /// The invoice of the change, in addition to the invoices of the periods.
    private func invoice(
        _ id: Invoice.ID, _ quote: Quote, _ held: HeldSubscription
    ) -> Invoice {
        Invoice(
            id: id, subscription: held.subscription.id, period: nil, periodStart: quote.moment,
            periodEnd: held.subscription.periodEnd, state: .paid,
            currency: held.subscription.terms.currency, amount: quote.price.due, amountMax: nil,
            checkout: enrolment.checkout, clock: held.subscription.clock, createdAt: now,
            endedAt: now)
    }
}
