import Postgres
import Vocabulary

/// Creates a plan.
package struct CreatePlan: Verb {
    package let plan: Plan

    package init(plan: Plan) { self.plan = plan }

    package func callAsFunction(in transaction: Transaction) throws -> Plan {
        try transaction.enqueue(plan.insert)
        try transaction.enqueue(plan.insertVersion(at: plan.createdAt))
        return plan
    }
}
