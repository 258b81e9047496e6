import Postgres
import Vocabulary

/// What the database says of itself.
package struct DatabaseHealth: Sendable {
    /// Its clock, which expiry and leases go by.
    package let clock: Instant
    package let bytes: Int64

    package static func ask(_ database: Database) async throws -> DatabaseHealth? {
        try await database.run(DatabaseHealth.now).first.map { row in
            DatabaseHealth(clock: try row.get("clock"), bytes: try row.get("bytes"))
        }
    }
}
