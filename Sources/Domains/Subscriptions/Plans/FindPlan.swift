import Postgres
import Vocabulary

/// Finds one plan, in its newest or a given version.
package struct FindPlan: Sendable {
    package let plan: Plan.ID
    package let version: Int?

    package init(plan: Plan.ID, version: Int? = nil) {
        self.plan = plan
        self.version = version
    }

    package func callAsFunction(on database: Database) async throws -> Plan? {
        let query = version.map { Plan.find(plan, version: $0) } ?? Plan.find(plan)
        return try await database.run(query, groupCommit: .reading).first.map(Plan.init(row:))
    }
}
