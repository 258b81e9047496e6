import HTTP
import Testing

@Suite struct RateLimitTests {
    private let second: Int64 = 1_000_000
    private let limit = RateLimit(calls: 3, perSeconds: 60)

    @Test func `a full bucket allows its calls at once, then one by one`() {
        var bucket: Int64 = 0
        let start = 500 * second
        let moments: [(second: Int64, isAllowed: Bool, remaining: Int, reset: Int, retry: Int)] = [
            (0, true, 2, 20, 0),
            (0, true, 1, 40, 0),
            (0, true, 0, 60, 0),
            (0, false, 0, 60, 20),
            (19, false, 0, 41, 1),
            (20, true, 0, 60, 0),
            (20, false, 0, 60, 20),
            (79, true, 1, 21, 0),
            (1000, true, 2, 20, 0),
        ]
        for expected in moments {
            let answer = limit.take(from: &bucket, at: start + expected.second * second)
            #expect(answer.limit == 3)
            #expect(answer.isAllowed == expected.isAllowed, "at \(expected.second)")
            #expect(answer.remaining == expected.remaining, "at \(expected.second)")
            #expect(answer.resetSeconds == expected.reset, "at \(expected.second)")
            #expect(answer.retryAfterSeconds == expected.retry, "at \(expected.second)")
        }
    }

    @Test func `any period allows at most a bucket and its refill`() {
        let limit = RateLimit(calls: 10, perSeconds: 7)
        var random = SystemRandomNumberGenerator.fixed(3)
        var bucket: Int64 = 0
        var now: Int64 = 1_000_000_000
        var allowed: [Int64] = []
        for _ in 0..<5000 {
            now += Int64(random.next() % 300_000)
            if limit.take(from: &bucket, at: now).isAllowed { allowed.append(now) }
        }
        for (index, start) in allowed.enumerated() {
            let end = start + 70 * second
            let inside = allowed[index...].prefix { $0 < end }.count
            #expect(inside <= 10 + 100 + 1)
        }
        // 5000 calls in some 750 s: the limit allows the refill and no more.
        let seconds = Double(now - 1_000_000_000) / 1e6
        #expect(abs(Double(allowed.count) - seconds * 10 / 7) < 15)
    }

    @Test func `a clock that is set back blocks a key for at most one window`() {
        var bucket: Int64 = 900_000 * second
        let answer = limit.take(from: &bucket, at: 100 * second)
        #expect(!answer.isAllowed)
        #expect(answer.retryAfterSeconds == 20)
        #expect(limit.take(from: &bucket, at: 120 * second).isAllowed)
    }

    @Test(arguments: [(0, 0), (-5, -5), (1, 1), (Int.max, Int.max), (7, 3), (1_000_000_000, 1)])
    func `any limit allows at least one call, and ends`(calls: Int, seconds: Int) {
        let limit = RateLimit(calls: calls, perSeconds: seconds)
        var bucket: Int64 = 0
        let first = limit.take(from: &bucket, at: 5)
        #expect(first.isAllowed)
        #expect(first.remaining == first.limit - 1)
        if first.limit <= 1000 {
            for _ in 1..<max(first.limit, 1) { _ = limit.take(from: &bucket, at: 5) }
            #expect(!limit.take(from: &bucket, at: 5).isAllowed)
        }
    }

    @Test func `headers name the limit, the remaining calls and the time to retry`() {
        let limit = RateLimit(calls: 1, perSeconds: 30)
        var bucket: Int64 = 0
        let first = limit.take(from: &bucket, at: second).headers
        let second = limit.take(from: &bucket, at: second).headers
        #expect(
            first.map { "\($0): \($1)" } == [
                "RateLimit-Limit: 1", "RateLimit-Remaining: 0", "RateLimit-Reset: 30",
            ])
        #expect(
            second.map { "\($0): \($1)" } == [
                "RateLimit-Limit: 1", "RateLimit-Remaining: 0", "RateLimit-Reset: 30",
                "Retry-After: 30",
            ])
    }
}

extension SystemRandomNumberGenerator {
    /// A fixed sequence (SplitMix64).
    static func fixed(_ seed: UInt64) -> FixedNumbers { FixedNumbers(state: seed) }
}

struct FixedNumbers {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
