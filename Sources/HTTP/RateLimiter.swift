/// The buckets of all keys, in a table of fixed size: 16 bytes a key, 1 MiB for 65,536.
///
/// A key has eight places where its bucket may be. When all eight are in use by others, the bucket
/// that is nearest to full is given up: that forgets a caller who is far from its limit, never the
/// one who is being held back, as long as a few thousand keys are being held back at most.
///
/// Unchecked because each shard's memory is guarded by its lock.
package final class RateLimiter: @unchecked Sendable {
    private struct Bucket {
        var key: UInt64
        var fullAt: Int64
    }

    private static let ways = 8
    private let locks: [Lock]
    private let buckets: UnsafeMutablePointer<Bucket>
    private let count: Int
    /// Sets of eight places, over all shards; a power of two.
    private let sets: Int
    /// Microseconds that only go on.
    private let clock: @Sendable () -> Int64

    /// - Parameter keysMax: how many keys have a bucket at a time, rounded up to a power of two.
    package init(
        keysMax: Int = 65_536, clock: @escaping @Sendable () -> Int64 = monotonicMicroseconds
    ) {
        self.clock = clock
        var sets = 1
        while sets * RateLimiter.ways < keysMax { sets *= 2 }
        self.sets = sets
        count = sets * RateLimiter.ways
        locks = (0..<min(sets, 16)).map { _ in Lock() }
        buckets = .allocate(capacity: count)
        buckets.initialize(repeating: Bucket(key: 0, fullAt: 0), count: count)
    }

    deinit { buckets.deallocate() }

    /// A key of any value, spread over 64 bits with this process's own seed.
    package static func key(_ value: some Hashable) -> UInt64 {
        UInt64(bitPattern: Int64(value.hashValue))
    }

    /// Counts a call of a key against its limit. A key has always the same limit.
    package func check(
        _ key: UInt64, _ limit: RateLimit, at now: Int64? = nil
    ) -> RateLimitAnswer {
        withSet(of: key) { places in
            let place =
                RateLimiter.place(of: key, among: places)
                ?? places.min { $0.pointee.fullAt < $1.pointee.fullAt }!
            if place.pointee.key != key { place.pointee = Bucket(key: key, fullAt: 0) }
            return limit.take(from: &place.pointee.fullAt, at: now ?? clock())
        }
    }

    /// Whether a call of a key would be allowed, without counting it.
    package func allows(
        _ key: UInt64, _ limit: RateLimit, at now: Int64? = nil
    ) -> Bool {
        withSet(of: key) { places in
            var fullAt = RateLimiter.place(of: key, among: places)?.pointee.fullAt ?? 0
            return limit.take(from: &fullAt, at: now ?? clock()).isAllowed
        }
    }

    /// Gives back a call that was counted, because it turned out not to be of the limited kind.
    ///
    /// A key whose bucket was given up to another has nothing to get back.
    package func giveBack(_ key: UInt64, _ limit: RateLimit) {
        withSet(of: key) { places in
            guard let place = RateLimiter.place(of: key, among: places) else { return }
            limit.giveBack(to: &place.pointee.fullAt)
        }
    }

    private typealias Places = Range<UnsafeMutablePointer<Bucket>>

    /// The eight places where a key's bucket may be, under their lock.
    private func withSet<Answer>(of key: UInt64, _ body: (Places) -> Answer) -> Answer {
        let set = set(of: key)
        return locks[set & (locks.count - 1)].withLock {
            let first = buckets + set * RateLimiter.ways
            return body(first..<first + RateLimiter.ways)
        }
    }

    private static func place(of key: UInt64, among places: Places) -> UnsafeMutablePointer<Bucket>?
    {
        places.first { $0.pointee.key == key }
    }

    private func set(of key: UInt64) -> Int {
        let spread = (key ^ key >> 32) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: spread >> 32) & (sets - 1)
    }
}
