import Postgres

/// Lists the log messages of phones about a pass type, newest first.
package struct ListLogMessages: Sendable {
    package let type: PassType.ID

    package init(of type: PassType.ID) { self.type = type }

    package func callAsFunction(on database: Database) async throws -> [LogKind] {
        try await database.run(LogKind.all(of: type), groupCommit: .reading).map(LogKind.init(row:))
    }
}
