import Outbox
import Postgres

/// The rows that billing many subscriptions changes, written with one statement for each table.
struct BillingWrites {
    private var subscriptions: [Subscription.ID: Subscription] = [:]
    private var created: [Invoice] = []
    private var changed: [Invoice.ID: Invoice] = [:]
    private var events: [Event] = []
    /// The subscriptions whose invoices wait to be written.
    private var billed: Set<Subscription.ID> = []

    /// - Parameter subscription: its row is locked.
    mutating func change(_ subscription: Subscription) {
        subscriptions[subscription.id] = subscription
    }

    mutating func create(_ invoices: [Invoice]) {
        created += invoices
        billed.formUnion(invoices.map(\.subscription))
    }

    /// - Parameter invoice: its row is locked.
    mutating func change(_ invoice: Invoice) {
        changed[invoice.id] = invoice
        billed.insert(invoice.subscription)
    }

    mutating func add(_ events: BillingEvents) { self.events += events.events }

    /// True if an invoice of the subscription waits to be written, so that a statement that reads
    /// or changes its invoices must come after `flush`.
    func hasInvoice(of subscription: Subscription.ID) -> Bool { billed.contains(subscription) }

    mutating func flush(in transaction: Transaction) throws {
        if !subscriptions.isEmpty {
            try transaction.enqueue(Subscription.stored.update(Array(subscriptions.values)))
        }
        if !created.isEmpty { try transaction.enqueue(Invoice.stored.insert(created)) }
        if !changed.isEmpty {
            try transaction.enqueue(Invoice.stored.update(Array(changed.values)))
        }
        if !events.isEmpty { try transaction.enqueue(Event.stored.insert(events)) }
        self = BillingWrites()
    }
}
