import Threads

/// The buckets of all keys, in a table of fixed size: 16 bytes a key, 1 MiB for 65,536.
///
/// A key has eight places where its bucket may be. When other keys use all eight, the limiter drops
/// the bucket that is nearest to full: it forgets a caller far from its limit, never one that is
/// being limited, as long as it limits at most a few thousand keys at a time.
///
/// Unchecked because each shard's lock guards its memory.
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
    /// Monotonic microseconds.
    private let clock: @Sendable () -> Int64

    /// - Parameter keysMax: the number of keys that have a bucket at a time, rounded up to a power
    ///   of two.
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

    /// A hashable value as a key, spread over 64 bits with this process's own seed.
    package static func key(_ value: some Hashable) -> UInt64 {
        UInt64(bitPattern: Int64(value.hashValue))
    }

    /// Counts a call of a key against its limit. A key always has the same limit.
    package func check(
        _ key: UInt64, _ limit: RateLimit, at now: Int64? = nil
    ) -> RateLimitAnswer {
        withSet(of: key) { places in
            let place =
                RateLimiter.place(of: key, among: places) ?? RateLimiter.fullest(of: places)
            if place.pointee.key != key { place.pointee = Bucket(key: key, fullAt: 0) }
            return limit.take(from: &place.pointee.fullAt, at: now ?? clock())
        }
    }

    /// - Returns: true if a call of the key would be allowed, without counting it.
    package func allows(
        _ key: UInt64, _ limit: RateLimit, at now: Int64? = nil
    ) -> Bool {
        withSet(of: key) { places in
            var fullAt = RateLimiter.place(of: key, among: places)?.pointee.fullAt ?? 0
            return limit.take(from: &fullAt, at: now ?? clock()).isAllowed
        }
    }

    /// Returns a counted call to the bucket, because the call turned out not to be of the limited
    /// kind.
    ///
    /// Does nothing for a key whose bucket was dropped in favor of another.
    package func returnTokens(_ key: UInt64, _ limit: RateLimit) {
        withSet(of: key) { places in
            guard let place = RateLimiter.place(of: key, among: places) else { return }
            limit.returnTokens(to: &place.pointee.fullAt)
        }
    }

    /// Counts a call against all limits or against none.
    ///
    /// - Returns: the answer of the first limit that refuses the call.
    package func takeAll(_ wanted: [(UInt64, RateLimit)]) -> RateLimitAnswer? {
        for (index, (key, limit)) in wanted.enumerated() {
            let answer = check(key, limit)
            guard answer.isAllowed else {
                returnTokens(Array(wanted.prefix(index)))
                return answer
            }
        }
        return nil
    }

    /// Returns counted calls to their buckets, because they are not of the limited kind.
    package func returnTokens(_ taken: [(UInt64, RateLimit)]) {
        for (key, limit) in taken { returnTokens(key, limit) }
    }

    private typealias Places = Range<UnsafeMutablePointer<Bucket>>

    /// Calls the body with the eight places where the key's bucket may be, under their lock.
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

    /// The place whose bucket is nearest to full.
    private static func fullest(of places: Places) -> UnsafeMutablePointer<Bucket> {
        var fullest = places.lowerBound
        for place in places where place.pointee.fullAt < fullest.pointee.fullAt { fullest = place }
        return fullest
    }

    private func set(of key: UInt64) -> Int {
        let spread = (key ^ key >> 32) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: spread >> 32) & (sets - 1)
    }
}
