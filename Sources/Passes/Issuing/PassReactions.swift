import Customers
import JSON
import Outbox
import Postgres
import Vocabulary

/// What passes do about what happened elsewhere.
package enum PassReactions {
    package static func all(
        _ subjects: PassSubjects, now: @escaping @Sendable () -> Instant
    ) -> [Reaction] {
        [
            Reaction(to: [.customerErased]) { event, transaction in
                guard let customer = Customer.ID(event.object) else { return }
                try ErasePasses(of: customer.uuid, customer.merchant, now: now())(in: transaction)
            },
            // Only noted here: whoever changes a pass holds up its merchant's other passes, and this reads many events at once.
            Reaction(to: subjects.kinds) { event, transaction in
                let note = MarkStale(event.object, of: event.id.merchant, now: now())
                try note(in: transaction)
            },
            // Whose account a payment has opened, its passes are theirs.
            Reaction(to: [.customerOpened]) { event, transaction in
                guard let checkout = try? Document.parse(event.data).root["checkout"]?.string
                else { return }
                let note = MarkStale(checkout, of: event.id.merchant, now: now())
                try note(in: transaction)
            },
            Reaction(to: paid) { event, transaction in
                guard let order = Pass.ID(ofOrder: event.object) else { return }
                try transaction.later(WaitingOrder.note(event.object, of: order, at: now()))
            },
        ]
    }

    /// What is told first of a paid checkout: money that is held, that is taken at once, by cards or balances, or that turns
    /// out to have been taken and is kept.
    private static let paid: Set<Event.Kind> = [
        .checkoutAuthorized, .checkoutCaptured, .checkoutLateSuccess,
    ]
}
