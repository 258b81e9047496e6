import Customers
import Merchants
import Postgres
import Vocabulary

/// Reads a customer's agreements to pay later, at most `limit` of each kind. It runs in the
/// transaction that locks the customer, so that a concurrent erasure comes either before or after
/// it.
package struct ExportAgreements: Verb {
    package let customer: Customer.ID

    package init(customer: Customer.ID) { self.customer = customer }

    package static let limit = 100

    package struct Outcome: Sendable {
        package let subscriptions: [Subscription]
        package let scheduledPayments: [ScheduledPayment]
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        var filter = Subscription.Filter()
        filter.customer = customer
        let list = ListPage<Subscription>(of: customer.merchant, filter, limit: Self.limit)
        return Outcome(
            subscriptions: try list(in: transaction).items,
            scheduledPayments: try transaction.run(
                ScheduledPayment.page(of: customer, limit: Self.limit)
            )
            .map(ScheduledPayment.init(row:)))
    }
}
