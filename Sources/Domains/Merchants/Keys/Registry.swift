import Crypto
import Postgres
import Threads
import Vocabulary

/// The merchant and the API key of an authenticated request.
package struct Grant: Sendable {
    package let merchant: Merchant
    package let key: APIKey
}

/// Caches merchants and keys in memory, so that authenticating a request costs no query.
///
/// An entry lives for at most `freshSeconds`. A key revoked on another server stops working within
/// five seconds, one revoked on this server at once. Prices never depend on the cache: a pricing
/// transaction names the settings' version and is repeated if that has changed.
package final class Registry: Sendable {
    /// A key revoked on another server stops working within five seconds: four in the cache, and
    /// one for the query.
    package static let freshSeconds: Int64 = 4
    /// Limits the memory that a flood of merchants can use; an entry takes about 2 KiB.
    package static let entriesMax = 10_000

    private let database: Database
    private let now: @Sendable () -> Instant
    private let entries = Locked(RegistryEntries())

    package init(database: Database, now: @escaping @Sendable () -> Instant) {
        self.database = database
        self.now = now
    }

    /// Returns the grant of a key; nil if the key does not work.
    ///
    /// - Parameter beforeQuery: runs before a query for a key that is not cached. May throw.
    package func grant(
        of text: KeyText, beforeQuery: () throws -> Void = {}
    ) async throws -> Grant? {
        let parts = text.text.utf8.split(
            separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].count == 32,
            let number = MerchantNumber(text: String(Substring(parts[1])))
        else { return nil }
        let hash = text.hash
        let moment = now()
        let (known, forgotten) = entries.withLock { ($0.grant(hash, at: moment), $0.forgotten) }
        if let known { return known.key.isActive(at: moment) ? known : nil }
        try beforeQuery()
        guard let row = try await database.run(APIKey.find(hash: hash, of: number)).first else {
            entries.withLock { _ = $0.keys.removeValue(forKey: hash) }
            return nil
        }
        let grant = Grant(merchant: try Merchant(row: row), key: try APIKey(row: row))
        guard grant.key.kind.prefix == String(Substring(parts[0])) + "_",
            grant.key.isActive(at: moment)
        else {
            return nil
        }
        let sinceUse = grant.key.lastUsedAt.map { moment.seconds(since: $0) } ?? .max
        if sinceUse >= APIKey.secondsBetweenUses {
            try await database.run(APIKey.recordUse(grant.key.id, at: moment))
        }
        entries.withLock { entries in
            guard entries.forgotten == forgotten else { return }
            entries.keep(grant, hash: hash, at: moment)
        }
        return grant
    }

    /// Returns a merchant by the number in an identifier or a client secret.
    package func merchant(_ number: MerchantNumber) async throws -> Merchant? {
        let moment = now()
        if let known = entries.withLock({ $0.merchant(number, at: moment) }) { return known }
        return try await reload(number)
    }

    /// Returns the settings with which a checkout was priced; a version never changes.
    package func settings(_ number: MerchantNumber, version: Int64) async throws
        -> MerchantSettings?
    {
        if let present = try await merchant(number), present.settingsVersion == version {
            return present.settings
        }
        guard
            let row = try await database.run(Merchant.settings(number, version: version)).first
        else { return nil }
        return try MerchantSettings(stored: try row.get("settings"))
    }

    /// Reads a merchant again because its settings have changed since it was cached.
    @discardableResult
    package func reload(_ number: MerchantNumber) async throws -> Merchant? {
        let moment = now()
        let forgotten = entries.withLock { $0.forgotten }
        guard let row = try await database.run(Merchant.find(number)).first else { return nil }
        let merchant = try Merchant(row: row)
        entries.withLock { entries in
            guard entries.forgotten == forgotten else { return }
            entries.keep(merchant, at: moment)
        }
        return merchant
    }

    /// Drops a merchant and its keys from the cache after this server changed them.
    package func forget(_ number: MerchantNumber) {
        entries.withLock { entries in
            entries.forgotten += 1
            entries.merchants.removeValue(forKey: number)
            entries.keys = entries.keys.filter { $0.value.value.id.merchant != number }
        }
    }

    /// Returns whether the text is a working operator key. Not cached, because it is rarely needed.
    package func isOperator(_ text: KeyText) async throws -> Bool {
        try await !database.run(OperatorKey.find(hash: text.hash)).isEmpty
    }
}
