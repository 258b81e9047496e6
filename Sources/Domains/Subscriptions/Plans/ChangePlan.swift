import Postgres
import Vocabulary

/// Gives a plan new terms, as its next version, or archives it. Subscriptions keep the version that
/// their buyers agreed to.
package struct ChangePlan: Verb {
    package let plan: Plan.ID
    package let now: Instant
    /// Returns the changed plan; may throw the problems of the new terms.
    package let change: @Sendable (Plan) throws -> Plan

    package init(plan: Plan.ID, now: Instant, change: @escaping @Sendable (Plan) throws -> Plan) {
        self.plan = plan
        self.now = now
        self.change = change
    }

    package func callAsFunction(in transaction: Transaction) throws -> Plan {
        guard let row = try transaction.run(Plan.lock(plan)).first else {
            throw SubscriptionRefusal.notFound
        }
        let old = try Plan(row: row)
        var new = try change(old)
        guard new.terms.currency == old.terms.currency else {
            throw SubscriptionRefusal.otherCurrency(plan: old.terms.currency)
        }
        if new.terms != old.terms {
            new.version += 1
            try transaction.enqueue(new.insertVersion(at: now))
        }
        try transaction.enqueue(new.store)
        return new
    }
}
