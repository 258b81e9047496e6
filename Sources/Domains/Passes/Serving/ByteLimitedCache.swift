import Threads

/// A cache of values that can be recreated, limited by bytes. Evicts the least recently used values
/// first.
final class ByteLimitedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let bytes: Int
        var usedAt: UInt64
    }

    private struct Entries {
        var byKey: [Key: Entry] = [:]
        var bytes = 0
        var uses: UInt64 = 0
    }

    private let bytesMax: Int
    private let entries = Locked(Entries())

    init(bytesMax: Int) { self.bytesMax = bytesMax }

    subscript(key: Key) -> Value? {
        entries.withLock { entries in
            entries.uses += 1
            entries.byKey[key]?.usedAt = entries.uses
            return entries.byKey[key]?.value
        }
    }

    /// Does not store a value that alone exceeds the limit.
    func store(_ value: Value, of bytes: Int, as key: Key) {
        guard bytes <= bytesMax else { return }
        entries.withLock { entries in
            entries.bytes -= entries.byKey[key]?.bytes ?? 0
            entries.uses += 1
            entries.byKey[key] = Entry(value: value, bytes: bytes, usedAt: entries.uses)
            entries.bytes += bytes
            if entries.bytes > bytesMax { Self.makeRoom(in: &entries, downTo: bytesMax / 4 * 3) }
        }
    }

    /// Evicts a quarter at once, so that sorting all entries is rare.
    private static func makeRoom(in entries: inout Entries, downTo bytes: Int) {
        for (key, entry) in entries.byKey.sorted(by: { $0.value.usedAt < $1.value.usedAt }) {
            guard entries.bytes > bytes else { return }
            entries.byKey[key] = nil
            entries.bytes -= entry.bytes
        }
    }
}
