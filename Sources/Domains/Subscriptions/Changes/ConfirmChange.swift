import Outbox
import Payments
import Postgres
import Vocabulary

/// Applies a change that the buyer agreed to in a sheet, exactly as it was quoted and paid.
///
/// The server cancels the checkout when anything that the quote depends on changes. If the buyer
/// pays at that very moment, the payment becomes credit of the subscription.
struct ConfirmChange: Verb {
    let enrollment: Enrollment
    let moment: Moment

    init(_ enrollment: Enrollment, at moment: Moment) {
        self.enrollment = enrollment
        self.moment = moment
    }

    func callAsFunction(in transaction: Transaction) throws {
        guard let id = enrollment.subscription, let quoted = enrollment.quote else { return }
        var locked = try LockedSubscription(id, at: moment, in: transaction)
        guard let row = try transaction.run(Quote.lock(quoted, of: id)).first else { return }
        var quote = try Quote(row: row)
        guard quote.usedAt == nil else { return }
        quote.usedAt = moment.now
        try transaction.enqueue(quote.store)
        guard try !locked.subscription.state.isOver && locked.matchesQuote(quote, in: transaction)
        else {
            try locked.credit(quote.price.due, for: quote.id.uuid, in: transaction)
            locked.events.emit(.subscriptionChanged, &locked.subscription)
            return try locked.store(in: transaction)
        }
        if let row = try transaction.run(SavedCard.find(of: enrollment.checkout)).first {
            locked.subscription.card = try SavedCard(row: row)
            locked.events.emit(.subscriptionCardChanged, &locked.subscription)
        }
        let number = Invoice.ID(
            merchant: locked.subscription.id.merchant, uuid: moment.identifier())
        try locked.applyWithoutStoring(quote, paidBy: number, in: transaction)
        var invoice = invoice(number, quote, locked)
        locked.events.emit(.invoicePaid, &invoice)
        try transaction.enqueue(invoice.insert)
        try locked.store(in: transaction)
    }

    /// The invoice of the change, in addition to the invoices of the periods.
    private func invoice(
        _ id: Invoice.ID, _ quote: Quote, _ locked: LockedSubscription
    ) -> Invoice {
        Invoice(
            id: id, subscription: locked.subscription.id, period: nil, periodStart: quote.moment,
            periodEnd: locked.subscription.periodEnd, state: .paid,
            currency: locked.subscription.terms.currency, amount: quote.price.due, amountMax: nil,
            checkout: enrollment.checkout, clock: locked.subscription.clock, createdAt: moment.now,
            endedAt: moment.now)
    }
}
