import Postgres

/// Lists the operator's keys, oldest first, including revoked ones.
package struct ListOperatorKeys: Sendable {
    package init() {}

    package func callAsFunction(on database: Database) async throws -> [OperatorKey] {
        try await database.run(OperatorKey.all).map(OperatorKey.init(row:))
    }
}
