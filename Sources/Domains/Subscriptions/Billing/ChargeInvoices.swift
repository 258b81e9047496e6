import Checkouts
import Merchants
import Payments
import Postgres
import Processors
import Threads
import Vocabulary

/// Charges the invoices that are due, each through a checkout of its own with the saved card.
package struct ChargeInvoices: Sendable {
    package let paymentContext: PaymentContext
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

    /// Invoices in one batch; their statements share commits.
    package static let batch = 100
    /// Batches that run at the same time: while one waits for the database, another waits for the
    /// processor.
    private static let concurrentBatches = 3
    /// The time for which a worker has an invoice to itself: longer than a call to a processor may
    /// take.
    static let leaseSeconds: Int64 = 60

    /// - Returns: the number of due invoices whose result was stored: each has ended or has its
    ///   next date.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let results = await Array(0..<Self.concurrentBatches).concurrentResults { _ in
            try await self(.realTime, at: now)
        }
        // A batch that fails does not stop the others; its error is thrown once they are done.
        return try results.reduce(0) { try $0 + $1.get() }
    }

    /// - Returns: the number of invoices in one batch whose result was stored.
    package func callAsFunction(_ scope: BillingScope, at calendar: Instant, limit: Int = batch)
        async throws -> Int
    {
        let time = BillingTime(calendar: calendar, moment: paymentContext.moment(now()))
        let claimed = try await paymentContext.database.transaction { transaction in
            try ClaimInvoices(scope, at: time, limit: limit)(in: transaction)
        }
        guard !claimed.isEmpty else { return 0 }
        let results = await claimed.concurrentResults { invoice, subscription in
            try await result(of: invoice, subscription)
        }
        let record = RecordInvoiceResults(
            results.compactMap { try? $0.get() },
            at: BillingTime(calendar: calendar, moment: paymentContext.moment(now())))
        let recorded = try await paymentContext.database.transaction { try record(in: $0) }
        // An invoice that cannot be charged does not stop the others; its error is thrown once they
        // are done.
        for result in results { _ = try result.get() }
        return recorded
    }

    private func result(
        of invoice: Invoice, _ subscription: Subscription
    ) async throws -> InvoiceResult {
        if subscription.pausesCollection(of: invoice) {
            return InvoiceResult(
                invoice: invoice, checkout: invoice.checkout, outcome: .collectionPaused)
        }
        var checkout = invoice.checkout
        if checkout == nil { checkout = try await openCheckout(for: invoice, subscription) }
        guard let checkout else {
            return InvoiceResult(invoice: invoice, checkout: nil, outcome: .attempted(.notCharged))
        }
        if let balance = subscription.balance {
            try await charge.attach(balance, to: checkout, at: now())
        }
        let outcome = try await charge(
            checkout, with: subscription.card, as: .recurring,
            try: "\(invoice.id.text) \(invoice.tries)", at: now)
        return InvoiceResult(
            invoice: invoice, checkout: checkout, card: subscription.card.id,
            outcome: .attempted(outcome))
    }

    /// Opens the checkout that pays the invoice, with the saved card or by the buyer in a sheet
    /// with another card.
    ///
    /// The statement that inserts the checkout also stores it in the invoice's row. Of two
    /// concurrent attempts only the first succeeds.
    private func openCheckout(
        for invoice: Invoice, _ subscription: Subscription
    ) async throws -> CheckoutSession.ID? {
        try await paymentContext.openCheckout(of: invoice.id.merchant) { merchant in
            let opened = try invoice.prepareCheckout(
                of: subscription, merchant, keys: paymentContext.keys,
                at: paymentContext.moment(now()))
            let rows = try await paymentContext.database.run(
                invoice.open(opened), groupCommit: .locking(invoice.id.uuid.low))
            return rows.isEmpty ? nil : opened.session.id
        } orFinding: {
            try await paymentContext.database.run(Invoice.find(invoice.id)).first
                .map(Invoice.init(row:))?.checkout
        }
    }
}

/// The result of an attempt to charge an invoice.
struct InvoiceResult: Sendable {
    /// The invoice before the attempt.
    let invoice: Invoice
    /// The checkout that pays the invoice; nil if the invoice has none.
    let checkout: CheckoutSession.ID?
    /// The card that was tried.
    var card: SavedCard.ID?
    let outcome: Outcome

    enum Outcome: Hashable, Sendable {
        case attempted(ChargeSavedCard.Outcome)
        /// The processor was not called: the subscription is paused, or the card had a hard
        /// decline.
        case collectionPaused
    }
}
