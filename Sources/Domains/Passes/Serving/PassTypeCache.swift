import Postgres
import Threads
import Vocabulary

/// Caches the owner of each pass type identifier for a few seconds, so that a phone's request needs
/// no query for it.
package final class PassTypeCache: Sendable {
    /// After a merchant gives up a name, its new owner takes effect within this time.
    private static let freshSeconds: Int64 = 4
    /// Limits the memory that a flood of names can use.
    private static let entriesMax = 10_000

    private struct Entry {
        let type: PassType.ID
        let since: Instant
    }

    private let database: Database
    private let now: @Sendable () -> Instant
    private let entries = Locked<[String: Entry]>([:])

    package init(database: Database, now: @escaping @Sendable () -> Instant) {
        self.database = database
        self.now = now
    }

    /// Returns nil if no merchant has created the type.
    package func type(named identifier: String) async throws -> PassType.ID? {
        guard identifier.utf8.count <= PassType.identifierLengthMax else { return nil }
        let moment = now()
        let known = entries.withLock { entries -> PassType.ID? in
            guard let entry = entries[identifier],
                (0..<Self.freshSeconds).contains(moment.seconds(since: entry.since))
            else { return nil }
            return entry.type
        }
        if let known { return known }
        let row = try await database.run(PassType.find(named: identifier), groupCommit: .reading)
            .first
        let type = try row.map {
            PassType.ID(merchant: try $0.get("merchant_id"), uuid: try $0.get("pass_type_id"))
        }
        entries.withLock { entries in
            if entries.count >= Self.entriesMax { entries.removeAll() }
            entries[identifier] = type.map { Entry(type: $0, since: moment) }
        }
        return type
    }
}
