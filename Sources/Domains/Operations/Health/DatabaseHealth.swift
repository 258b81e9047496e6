import Postgres
import Vocabulary

/// The database's clock and size.
package struct DatabaseHealth: Sendable {
    /// The database's clock. Servers decide expiry and leases by their own clocks, which must not
    /// differ much from it.
    package let clock: Instant
    package let bytes: Int64

    package static func read(_ database: Database) async throws -> DatabaseHealth? {
        try await database.run(DatabaseHealth.now).first.map { row in
            DatabaseHealth(clock: try row.get("clock"), bytes: try row.get("bytes"))
        }
    }
}
