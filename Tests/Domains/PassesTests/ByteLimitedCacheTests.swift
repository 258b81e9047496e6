import Testing

@testable import Passes

/// A memory cache of values that can be computed again.
@Suite struct ByteLimitedCacheTests {
    @Test func `a full cache evicts the least recently used values`() {
        let kept = ByteLimitedCache<Int, String>(bytesMax: 100)
        for key in 0..<10 { kept.store("\(key)", of: 10, as: key) }
        #expect(kept[0] == "0")
        kept.store("ten", of: 10, as: 10)
        #expect(kept[0] == "0", "the entry was used last")
        #expect(kept[1] == nil && kept[10] == "ten")
        #expect((0...10).count { kept[$0] != nil } == 7)
    }

    @Test func `replacing a cached value frees its bytes, and a too large value is not kept`() {
        let kept = ByteLimitedCache<String, Int>(bytesMax: 100)
        for round in 0..<1_000 { kept.store(round, of: 60, as: "one") }
        #expect(kept["one"] == 999)
        kept.store(1, of: 101, as: "two")
        #expect(kept["two"] == nil && kept["one"] == 999)
    }
}
