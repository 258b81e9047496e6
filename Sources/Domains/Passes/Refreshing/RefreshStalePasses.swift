import Crypto
import Postgres
import Vocabulary

/// Updates passes to the current state of their subjects, each in a separate transaction, so that a
/// buyer who spends a balance does not wait for them.
package struct RefreshStalePasses: Sendable {
    private let subjects: PassSubjects
    private let keys: KeyRing
    private let urls: PublicURLs
    private let now: Instant

    package init(_ subjects: PassSubjects, keys: KeyRing, urls: PublicURLs, now: Instant) {
        self.subjects = subjects
        self.keys = keys
        self.urls = urls
        self.now = now
    }

    package static let batch = 100
    /// Seconds until a pass that could not be updated is tried again.
    private static let unreadableSeconds: Int64 = 60

    /// - Returns: the number of passes processed.
    package func callAsFunction(on database: Database) async throws -> Int {
        let rows = try await database.run(StalePass.due(at: now, limit: Self.batch))
        let passes = try rows.map {
            Pass.ID(merchant: try $0.get("merchant_id"), uuid: try $0.get("pass_id"))
        }
        let again = now.adding(seconds: Self.unreadableSeconds)
        try await SeparateTransactions.each(of: passes, on: database, do: follow) {
            StalePass.postpone($0, until: again)
        }
        return passes.count
    }

    @Sendable private func follow(_ id: Pass.ID, in transaction: Transaction) throws {
        // Deletes the mark before reading the subject: a later change then marks the pass again.
        guard try !transaction.run(StalePass.dequeue(id)).isEmpty,
            let row = try transaction.run(Pass.lock(id)).first
        else { return }
        var pass = try Pass(row: row, keys: keys)
        guard var privateData = pass.privateData, let wrapped: [UInt8] = try row.get("data_key"),
            let subject = pass.subject,
            let found = try subjects.find(subject, pass.kind, now, transaction)
        else { return }
        // A guest buyer may get an account later; the pass then belongs to that customer.
        let owner = pass.customer == nil ? found.customer : nil
        guard found.shown != privateData.shown || owner != nil else { return }
        pass.customer = pass.customer ?? owner
        privateData.shown = found.shown
        pass.privateData = privateData
        let renderer = try PassRenderer(row: row)
        let document = try renderer.rendered(pass, privateData, urls)
        let content = renderer.content(of: document)
        let isOther = content != (try PassContent(row: row))
        if isOther { pass.modifiedAt = Pass.modified(after: pass.modifiedAt, at: now) }
        let seal = try Pass.Seal.open(wrapped, of: id, keys: keys)
        try transaction.enqueue(
            pass.store(
                sealed: seal.seal(privateData), linkDigest: privateData.link?.secret.digest,
                content,
                document.relevance))
        if let owner, try transaction.run(Pass.lockShared(customer: owner, of: id.merchant)).isEmpty
        {
            // The customer was erased before the pass was assigned to them.
            return try ErasePasses(of: owner, id.merchant, now: now)(in: transaction)
        }
        guard isOther else { return }
        for query in Pass.enqueuePushes([id.uuid], id.merchant, at: now) {
            try transaction.enqueue(query)
        }
    }
}
