import Postgres
import Vocabulary

/// Finds one subscription, with the terms of a planned change if there is one.
package struct FindSubscription: Verb {
    package let subscription: Subscription.ID

    package init(subscription: Subscription.ID) { self.subscription = subscription }

    package struct Outcome: Sendable {
        package let subscription: Subscription
        package let next: PlanTerms?

        /// The next charges, if nothing changes.
        package func upcoming(_ count: Int) -> [UpcomingCharge] {
            subscription.upcoming(count, next: next)
        }
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        guard let row = try transaction.run(Subscription.find(subscription)).first else {
            throw SubscriptionRefusal.notFound
        }
        let found = try Subscription(row: row)
        return Outcome(
            subscription: found, next: try FindSubscription.next(of: found, in: transaction))
    }

    static func next(
        of subscription: Subscription, in transaction: Transaction
    ) throws -> PlanTerms? {
        try subscription.next.flatMap {
            try transaction.run(Plan.find($0.plan, version: $0.version)).first
                .map { try Plan(row: $0).terms }
        }
    }
}
