import Crypto
import Postgres
import Vocabulary

/// Moves passes to their type's new template, a few at a time. Phones see each as changed.
package struct ApplyTemplate: Sendable {
    package let keys: KeyRing
    package let urls: PublicURLs
    package let now: Instant

    package init(keys: KeyRing, urls: PublicURLs, now: Instant) {
        self.keys = keys
        self.urls = urls
        self.now = now
    }

    /// Passes per transaction; until it commits, the merchant's other changes wait for their tags.
    package static let batch = 100

    /// Types per call; each has a separate transaction.
    private static let typesMax = 20

    /// - Returns: the number of passes processed; a type without passes counts as one.
    package func callAsFunction(on database: Database) async throws -> Int {
        let types = try await database.run(PassType.outdated(limit: Self.typesMax))
            .map(PassType.init(row:))
        var count = 0
        var failure: (any Error)?
        for type in types {
            do {
                count += max(1, try await database.transaction { try applyTemplate(type, in: $0) })
            } catch {
                // A type that cannot be read does not stop those of other merchants.
                failure = error
            }
        }
        if let failure { throw failure }
        return count
    }

    private func applyTemplate(_ type: PassType, in transaction: Transaction) throws -> Int {
        // The lock keeps the template unchanged, and waits for transactions that issue passes with
        // the previous one.
        guard let row = try transaction.run(PassType.lockRow(type.id)).first else { return 0 }
        let version: Int32 = try row.get("version")
        let rows = try transaction.run(
            Pass.outdated(type.id, to: Int(version), limit: Self.batch))
        var changed: [UUID128] = []
        for row in rows {
            let pass = try Pass(row: row, keys: keys)
            guard let privateData = pass.privateData else { continue }
            let renderer = try PassRenderer(row: row)
            let document = try renderer.rendered(pass, privateData, urls)
            try transaction.enqueue(
                Pass.applyTemplate(
                    pass.id, renderer.content(of: document), document.relevance,
                    modifiedAt: Pass.modified(after: pass.modifiedAt, at: now)))
            changed.append(pass.id.uuid)
        }
        // Updates the version only if no pass is left; a pass locked by another transaction is
        // moved by the next call.
        try transaction.enqueue(PassType.markUpToDate(type.id, to: Int(version)))
        if !changed.isEmpty {
            for query in Pass.enqueuePushes(changed, type.id.merchant, at: now) {
                try transaction.enqueue(query)
            }
        }
        return rows.count
    }
}
