import Customers
import JSON
import Outbox
import Postgres
import Vocabulary

/// The event handlers of passes.
package enum PassEventHandlers {
    package static func all(
        _ subjects: PassSubjects, now: @escaping @Sendable () -> Instant
    ) -> [EventHandler] {
        [
            EventHandler(for: [.customerErased]) { event, transaction in
                guard let customer = Customer.ID(event.object) else { return }
                try ErasePasses(of: customer.uuid, customer.merchant, now: now())(in: transaction)
            },
            // Only marks the passes: this handler reads many events at once, and changing a pass
            // blocks the merchant's other passes.
            EventHandler(for: subjects.kinds) { event, transaction in
                let note = MarkStale(event.object, of: event.id.merchant, now: now())
                try note(in: transaction)
            },
            // If a payment opened the customer's account, the checkout's passes belong to that
            // customer.
            EventHandler(for: [.customerOpened]) { event, transaction in
                guard let checkout = try? Document.parse(event.data).root["checkout"]?.string
                else { return }
                let note = MarkStale(checkout, of: event.id.merchant, now: now())
                try note(in: transaction)
            },
            EventHandler(for: paid) { event, transaction in
                guard let order = Pass.ID(ofOrder: event.object) else { return }
                try transaction.enqueue(WaitingOrder.enqueue(event.object, of: order, at: now()))
            },
        ]
    }

    /// The first event of a paid checkout: an authorization, a capture without a prior
    /// authorization by cards or balances, or a late success that the merchant keeps.
    private static let paid: Set<Event.Kind> = [
        .checkoutAuthorized, .checkoutCaptured, .checkoutLateSuccess,
    ]
}
