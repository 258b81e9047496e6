import Postgres
import Vocabulary

/// Creates a plan.
package struct OpenPlan: Sendable {
    package let plan: Plan

    package init(plan: Plan) { self.plan = plan }

    package func callAsFunction(in transaction: Transaction) throws -> Plan {
        try transaction.later(plan.insert)
        try transaction.later(plan.insertVersion(at: plan.createdAt))
        return plan
    }
}
