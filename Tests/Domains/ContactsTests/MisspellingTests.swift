import Testing

@testable import Contacts

@Suite struct MisspellingTests {
    /// All texts of at most four letters from an alphabet of three.
    private static let texts: [[Character]] = (1...4).reduce([[]]) { texts, length in
        texts
            + texts.filter { $0.count == length - 1 }.flatMap { text in "abc".map { text + [$0] } }
    }

    @Test func `the distance up to one typo agrees with the distance up to two`() {
        #expect(Self.texts.count == 121)
        var near = 0
        for one in Self.texts {
            for other in Self.texts {
                let found = Misspelling.distance(one, other, atMost: 1)
                let wider = Misspelling.distance(one, other, atMost: 2)
                #expect(found == (wider == 2 ? nil : wider), "\(one) \(other)")
                if found == 1 { near += 1 }
            }
        }
        #expect(near > 1_000)
    }

    @Test(
        arguments: [
            ("ab", "ba", 1), ("abcd", "acbd", 1), ("abc", "ca", nil), ("abcd", "badc", 2),
            ("kitten", "sitting", nil), ("", "ab", 2), ("ab", "ab", 0),
        ] as [(String, String, Int?)])
    func `swapping two neighboring letters counts as one typo`(
        _ one: String, _ other: String, _ slips: Int?
    ) {
        #expect(Misspelling.distance(Array(one), Array(other), atMost: 2) == slips)
    }
}
