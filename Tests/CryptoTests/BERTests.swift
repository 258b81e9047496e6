import Testing

@testable import Crypto

/// Parsers read more than the standard allows; what is signed is to be written as it says.
@Suite struct BERTests {
    @Test(arguments: [
        ("3003020101", true), ("3080020101" + "0000", true), ("30803080" + "0000" + "0000", true),
        ("a003020101", true), ("0400", true), ("3000", true),
        // A list that is not marked as one, and a number that is.
        ("1003020101", false), ("8003020101", false), ("22030201" + "01", false),
        // A length in a longer form than it needs, beyond the end, or without one.
        ("308103020101", false), ("30820003020101", false), ("3004020101", false),
        ("30800201" + "01", false), ("0480" + "0000", false), ("30", false), ("", false),
        // More than one element, and a tag of more than one byte.
        ("30000000", false), ("3f810000", false),
    ])
    func `a shape is strict or it is not`(hex: String, isStrict: Bool) throws {
        #expect(BER.isStrict(try #require(Hex.decode(hex))) == isStrict)
    }

    @Test func `what is nested without end is refused`() {
        let nested = Array(repeatElement([0x30, 0x80] as [UInt8], count: 4_000).joined())
        #expect(!BER.isStrict(nested))
    }
}
