import Customers
import Outbox
import Vocabulary

/// What passes do about what happened elsewhere.
package enum PassReactions {
    package static func all(now: @escaping @Sendable () -> Instant) -> [Reaction] {
        [
            Reaction(to: [.customerErased]) { event, transaction in
                guard let customer = Customer.ID(event.object) else { return }
                try ErasePasses(of: customer.uuid, customer.merchant, now: now())(in: transaction)
            }
        ]
    }
}
