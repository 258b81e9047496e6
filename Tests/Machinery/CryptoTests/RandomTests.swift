import Crypto
import Testing

struct RandomTests {
    @Test(arguments: [0, 1, 16, 127, 128, 129, 511, 512, 513, 5000])
    func `a random draw has the requested length`(_ count: Int) {
        #expect(Random.bytes(count).count == count)
    }

    @Test func `random draws never repeat, on one thread or on many`() async {
        let draws = await withTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<5000).flatMap { _ in [Random.words().0, Random.words().1] } }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(draws).count == 80_000)
    }

    @Test func `random bits are evenly distributed`() {
        var ones = 0
        for _ in 0..<1000 { ones += Random.bytes(100).reduce(0) { $0 + $1.nonzeroBitCount } }
        // 800,000 bits: one standard deviation of the number of ones is 447, and ten are allowed.
        #expect((395_530...404_470).contains(ones))
    }
}
