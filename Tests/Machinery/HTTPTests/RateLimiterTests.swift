import HTTP
import Testing

@Suite struct RateLimiterTests {
    private let limit = RateLimit(calls: 5, perSeconds: 3600)
    private let now: Int64 = 1_000_000

    @Test func `each key has its own bucket`() {
        let limiter = RateLimiter()
        for key: UInt64 in [0, 1, 2, .max] {
            let answers = (0..<6).map { _ in limiter.check(key, limit, at: now) }
            #expect(answers.map(\.isAllowed) == [true, true, true, true, true, false])
        }
    }

    @Test func `a check without a call costs no call`() {
        let limiter = RateLimiter()
        for _ in 0..<9 { #expect(limiter.allows(7, limit, at: now)) }
        for _ in 0..<5 { #expect(limiter.check(7, limit, at: now).isAllowed) }
        #expect(!limiter.allows(7, limit, at: now))
        #expect(limiter.allows(8, limit, at: now))
    }

    @Test func `a returned call may be taken again, once`() {
        let limiter = RateLimiter()
        for _ in 0..<5 { #expect(limiter.check(7, limit, at: now).isAllowed) }
        #expect(!limiter.check(7, limit, at: now).isAllowed)
        limiter.returnTokens(7, limit)
        #expect(limiter.check(7, limit, at: now).isAllowed)
        #expect(!limiter.check(7, limit, at: now).isAllowed)
        for _ in 0..<9 { limiter.returnTokens(7, limit) }
        limiter.returnTokens(8, limit)
        for key: UInt64 in [7, 8] {
            let taken = (0..<6).count { _ in limiter.check(key, limit, at: now).isAllowed }
            #expect(taken == 5, "a full bucket gets no more tokens")
        }
    }

    @Test func `a limited key is not evicted in favor of others`() {
        let limiter = RateLimiter(keysMax: 8)
        for _ in 0..<6 { _ = limiter.check(77, limit, at: now) }
        for stranger: UInt64 in 1000..<9000 { _ = limiter.check(stranger, limit, at: now) }
        #expect(!limiter.check(77, limit, at: now).isAllowed)
    }

    @Test func `a full table admits new keys`() {
        let limiter = RateLimiter(keysMax: 8)
        for key: UInt64 in 0..<8 {
            for _ in 0..<6 { _ = limiter.check(key, limit, at: now) }
        }
        let late = (0..<6).map { _ in limiter.check(99, limit, at: now).isAllowed }
        #expect(late == [true, true, true, true, true, false])
    }

    @Test func `keys in one table do not limit each other`() {
        let limiter = RateLimiter()
        let one = RateLimit(calls: 1, perSeconds: 3600)
        // Fixed keys, so that the same ones share a set in each run: never more than eight.
        let keys = (0..<4000).map { UInt64($0) &* 0xD6E8_FEB8_6659_FD93 }
        #expect(keys.count { limiter.check($0, one, at: now).isAllowed } == 4000)
        #expect(keys.count { limiter.check($0, one, at: now).isAllowed } == 0)
    }

    @Test func `many threads take exactly the available calls`() async {
        let limiter = RateLimiter()
        let limit = RateLimit(calls: 100_000, perSeconds: 3600)
        let now = now
        let allowed = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<50_000).count { _ in limiter.check(5, limit, at: now).isAllowed }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(allowed == 100_000)
    }
}
