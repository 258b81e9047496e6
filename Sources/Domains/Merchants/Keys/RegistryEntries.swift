import Vocabulary

/// A cached value and the time at which it was read.
struct RegistryEntry<Value: Sendable>: Sendable {
    let value: Value
    let since: Instant

    func isFresh(at now: Instant) -> Bool {
        (0..<Registry.freshSeconds).contains(now.seconds(since: since))
    }
}

/// The merchants and keys that a registry caches.
struct RegistryEntries: Sendable {
    var keys: [[UInt8]: RegistryEntry<APIKey>] = [:]
    var merchants: [MerchantNumber: RegistryEntry<Merchant>] = [:]
    /// Number of calls of `forget`: a query that started before one is not cached after it.
    var forgotten: UInt64 = 0

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
        keys[hash] = RegistryEntry(value: grant.key, since: now)
        keep(grant.merchant, at: now)
    }

    mutating func keep(_ merchant: Merchant, at now: Instant) {
        if merchants.count >= Registry.entriesMax { merchants.removeAll(keepingCapacity: true) }
        let known = merchants[merchant.number]?.value.settingsVersion ?? 0
        if merchant.settingsVersion >= known {
            merchants[merchant.number] = RegistryEntry(value: merchant, since: now)
        }
    }
}
