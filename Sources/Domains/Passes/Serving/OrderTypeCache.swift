import Postgres
import Threads
import Vocabulary

/// Caches the order type of each merchant for a few seconds, so that a payment needs no query for
/// it.
package final class OrderTypeCache: Sendable {
    /// Payments may miss their order type's first template for this long.
    private static let freshSeconds: Int64 = 4
    /// Limits the memory: an entry has a type with the summary of its template, and some thousands
    /// of merchants take payments.
    private static let entriesMax = 100_000

    private struct Entry {
        let type: PassType?
        let since: Instant
    }

    private let database: Database
    private let now: @Sendable () -> Instant
    private let entries = Locked<[MerchantNumber: Entry]>([:])

    package init(database: Database, now: @escaping @Sendable () -> Instant) {
        self.database = database
        self.now = now
    }

    /// Returns nil if the merchant has no order type with a template.
    package func type(of merchant: MerchantNumber) async throws -> PassType? {
        let moment = now()
        let known = entries.withLock { entries -> Entry? in
            guard let entry = entries[merchant],
                (0..<Self.freshSeconds).contains(moment.seconds(since: entry.since))
            else { return nil }
            return entry
        }
        if let known { return known.type }
        let type = try await database.run(PassType.ofOrders(merchant), groupCommit: .reading).first
            .map(PassType.init(row:))
        entries.withLock { entries in
            if entries.count >= Self.entriesMax { entries.removeAll() }
            entries[merchant] = Entry(type: type, since: moment)
        }
        return type
    }
}
