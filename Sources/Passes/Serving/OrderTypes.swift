import Postgres
import Synchronization
import Vocabulary

/// Of which type a merchant's paid checkouts are orders: looked up once in a few seconds, so that a payment costs no query for it.
package final class OrderTypes: Sendable {
    /// So long a merchant's first payments may miss their order type's template.
    private static let freshSeconds: Int64 = 4
    /// A number and a name each; who pays here is some thousands of merchants.
    private static let entriesMax = 100_000

    private struct Entry {
        let type: PassType?
        let since: Instant
    }

    private let database: Database
    private let now: @Sendable () -> Instant
    private let entries = Mutex<[MerchantNumber: Entry]>([:])

    package init(database: Database, now: @escaping @Sendable () -> Instant) {
        self.database = database
        self.now = now
    }

    /// Nothing as long as there is none with a template.
    package func type(of merchant: MerchantNumber) async throws -> PassType? {
        let moment = now()
        let known = entries.withLock { entries -> Entry? in
            guard let entry = entries[merchant],
                (0..<Self.freshSeconds).contains(moment.seconds(since: entry.since))
            else { return nil }
            return entry
        }
        if let known { return known.type }
        let type = try await database.run(PassType.ofOrders(merchant), sharing: .reading).first
            .map(PassType.init(row:))
        entries.withLock { entries in
            if entries.count >= Self.entriesMax { entries.removeAll() }
            entries[merchant] = Entry(type: type, since: moment)
        }
        return type
    }
}
