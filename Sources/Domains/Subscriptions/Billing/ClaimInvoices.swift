import Postgres
import Vocabulary

/// Claims due invoices for a time, so that no other worker charges them, and reads their
/// subscriptions.
struct ClaimInvoices: Verb {
    let scope: BillingScope
    let time: BillingTime
    let limit: Int

    init(
        _ scope: BillingScope, at time: BillingTime, limit: Int
    ) {
        self.scope = scope
        self.time = time
        self.limit = limit
    }

    func callAsFunction(in transaction: Transaction) throws -> [(Invoice, Subscription)] {
        let lease = time.calendar.adding(seconds: ChargeInvoices.leaseSeconds)
        let invoices = try transaction.run(
            Invoice.claim(scope, at: time.calendar, leasedUntil: lease, limit: limit)
        ).map(Invoice.init(row:))
        guard !invoices.isEmpty else { return [] }
        // Read without a lock: `RecordInvoiceResults` locks them.
        var subscriptions: [Subscription.ID: Subscription] = [:]
        for row in try transaction.run(Subscription.find(Set(invoices.map(\.subscription)))) {
            let subscription = try Subscription(row: row)
            subscriptions[subscription.id] = subscription
        }
        return invoices.compactMap { invoice in
            subscriptions[invoice.subscription].map { (invoice, $0) }
        }
    }
}
