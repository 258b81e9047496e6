import Crypto
import Postgres
import Vocabulary

/// Who a key speaks for.
package struct Grant: Sendable {
    package let merchant: Merchant
    package let key: APIKey
}

/// Merchants and keys in memory, so that a request costs no query for who is asking.
///
/// An entry lives for at most `freshSeconds`: a key that was revoked elsewhere stops working
/// within that time, one revoked here at once. Prices never depend on it: what is priced names the
/// settings' version and is repeated when that has changed.
package final class Registry: Sendable {
    /// A revoked key stops working within five seconds; four leave one for the look-up.
    package static let freshSeconds: Int64 = 4
    /// So that a flood of merchants cannot fill the memory; some 2 KiB each.
    package static let entriesMax = 10_000

    private let database: Database
    private let now: @Sendable () -> Instant
    private let entries = Locked(Entries())

    package init(database: Database, now: @escaping @Sendable () -> Instant) {
        self.database = database
        self.now = now
    }

    /// The grant of a key, or nothing when it does not work (any more).
    package func grant(of text: KeyText) async throws -> Grant? {
        let parts = text.text.utf8.split(
            separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].count == 32,
            let number = MerchantNumber(text: String(Substring(parts[1])))
        else { return nil }
        let hash = text.hash
        let moment = now()
        if let known = entries.withLock({ $0.grant(hash, at: moment) }) {
            return known.key.works(at: moment) ? known : nil
        }
        guard let row = try await database.run(APIKey.find(hash: hash, of: number)).first else {
            entries.withLock { _ = $0.keys.removeValue(forKey: hash) }
            return nil
        }
        let grant = Grant(merchant: try Merchant(row: row), key: try APIKey(row: row))
        guard grant.key.kind.prefix == String(Substring(parts[0])) + "_",
            grant.key.works(at: moment)
        else {
            return nil
        }
        entries.withLock { $0.keep(grant, hash: hash, at: moment) }
        return grant
    }

    /// A merchant by its number, as an identifier or a client secret names it.
    package func merchant(_ number: MerchantNumber) async throws -> Merchant? {
        let moment = now()
        if let known = entries.withLock({ $0.merchant(number, at: moment) }) { return known }
        return try await reload(number)
    }

    /// Settings as a checkout was priced by them; a version never changes.
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

    /// Reads a merchant anew: its settings have changed since the entry was made.
    @discardableResult
    package func reload(_ number: MerchantNumber) async throws -> Merchant? {
        let moment = now()
        guard let row = try await database.run(Merchant.find(number)).first else { return nil }
        let merchant = try Merchant(row: row)
        entries.withLock { $0.keep(merchant, at: moment) }
        return merchant
    }

    /// Forgets all of a merchant, after a change made here.
    package func forget(_ number: MerchantNumber) {
        entries.withLock { entries in
            entries.merchants.removeValue(forKey: number)
            entries.keys = entries.keys.filter { $0.value.value.id.merchant != number }
        }
    }

    /// Whether a text is a working key of the operator; asked rarely, so it is never cached.
    package func isOperator(_ text: KeyText) async throws -> Bool {
        try await !database.run(OperatorKey.find(hash: text.hash)).isEmpty
    }
}

private struct Entry<Value: Sendable>: Sendable {
    let value: Value
    let since: Instant

    func isFresh(at now: Instant) -> Bool {
        (0..<Registry.freshSeconds).contains(now.seconds(since: since))
    }
}

private struct Entries: Sendable {
    var keys: [[UInt8]: Entry<APIKey>] = [:]
    var merchants: [MerchantNumber: Entry<Merchant>] = [:]

    func grant(_ hash: [UInt8], at now: Instant) -> Grant? {
        guard let key = keys[hash], key.isFresh(at: now),
            let merchant = merchant(key.value.id.merchant, at: now)
        else { return nil }
        return Grant(merchant: merchant, key: key.value)
    }

    func merchant(_ number: MerchantNumber, at now: Instant) -> Merchant? {
        guard let entry = merchants[number], entry.isFresh(at: now) else { return nil }
        return entry.value
    }

    mutating func keep(_ grant: Grant, hash: [UInt8], at now: Instant) {
        if keys.count >= Registry.entriesMax { keys.removeAll(keepingCapacity: true) }
        keys[hash] = Entry(value: grant.key, since: now)
        keep(grant.merchant, at: now)
    }

    mutating func keep(_ merchant: Merchant, at now: Instant) {
        if merchants.count >= Registry.entriesMax { merchants.removeAll(keepingCapacity: true) }
        let known = merchants[merchant.number]?.value.settingsVersion ?? 0
        if merchant.settingsVersion >= known {
            merchants[merchant.number] = Entry(value: merchant, since: now)
        }
    }
}
