import Crypto
import Postgres
import Vocabulary

/// Brings passes into their type's new template, a few at a time: to a phone each has changed then.
package struct BringTemplate: Sendable {
    package let keys: KeyRing
    package let service: WalletAddress
    package let now: Instant

    package init(keys: KeyRing, service: WalletAddress, now: Instant) {
        self.keys = keys
        self.service = service
        self.now = now
    }

    /// Passes of one transaction; while it runs, its merchant's other changes wait for their tag.
    package static let batch = 100

    /// Types of one look; each has a transaction of its own.
    private static let typesMax = 20

    /// How many were looked at, types without passes among them.
    package func callAsFunction(on database: Database) async throws -> Int {
        let types = try await database.run(PassType.toBring(limit: Self.typesMax))
            .map(PassType.init(row:))
        var count = 0
        var failure: (any Error)?
        for type in types {
            do {
                count += max(1, try await database.transaction { try bring(type, in: $0) })
            } catch {
                // One that cannot be read holds up no other merchant's.
                failure = error
            }
        }
        if let failure { throw failure }
        return count
    }

    private func bring(_ type: PassType, in transaction: Transaction) throws -> Int {
        // The template stays as it is meanwhile, and who issues a pass in the one before has ended.
        guard let row = try transaction.run(PassType.hold(type.id)).first else { return 0 }
        let version: Int32 = try row.get("version")
        let rows = try transaction.run(
            Pass.toBring(type.id, to: Int(version), limit: Self.batch))
        var changed: [UUID128] = []
        for row in rows {
            let pass = try Pass(row: row, keys: keys)
            guard let held = pass.held else { continue }
            let writing = try PassWriting(row: row)
            let document = try writing.written(pass, held, service)
            try transaction.later(
                Pass.bring(
                    pass.id, writing.content(of: document), relevantAt: document.relevantAt,
                    modifiedAt: Pass.modified(after: pass.modifiedAt, at: now)))
            changed.append(pass.id.uuid)
        }
        // Only where none is left: one that was held by somebody comes with the next look.
        try transaction.later(PassType.brought(type.id, to: Int(version)))
        if !changed.isEmpty {
            for query in Pass.told(changed, type.id.merchant, at: now) {
                try transaction.later(query)
            }
        }
        return rows.count
    }
}
