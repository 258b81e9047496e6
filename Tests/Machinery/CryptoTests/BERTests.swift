import Testing

@testable import Crypto

/// Parsers accept more than the standard allows; signed data must follow it strictly.
@Suite struct BERTests {
    @Test(arguments: [
        ("3003020101", true), ("3080020101" + "0000", true), ("30803080" + "0000" + "0000", true),
        ("a003020101", true), ("0400", true), ("3000", true),
        // A SEQUENCE without the constructed bit, and an INTEGER with it.
        ("1003020101", false), ("8003020101", false), ("22030201" + "01", false),
        // A length in a longer form than it needs, beyond the end, or missing.
        ("308103020101", false), ("30820003020101", false), ("3004020101", false),
        ("30800201" + "01", false), ("0480" + "0000", false), ("30", false), ("", false),
        // More than one element, and a tag of more than one byte.
        ("30000000", false), ("3f810000", false),
    ])
    func `the BER reader tells strict encodings from others`(hex: String, isStrict: Bool) throws {
        #expect(BER.isStrict(try #require(Hex.decode(hex))) == isStrict)
    }

    @Test func `endless nesting is refused`() {
        let nested = Array(repeatElement([0x30, 0x80] as [UInt8], count: 4_000).joined())
        #expect(!BER.isStrict(nested))
    }

    /// A message of signed data with these three elements, certificates and one after them.
    private static let (name, inside) = (
        "06092a864886f70d010702", "020101" + "3100" + "3000" + "a003020105" + "3100"
    )

    @Test(arguments: [
        ("301d" + name + "a010" + "300e" + inside, true),
        ("3080" + name + "a080" + "3080" + inside + "000000000000", true),
        ("3080" + name + "a010" + "300e" + inside + "0000", true),
        // Other content, no content, and trailing data at each level.
        ("301d" + "06092a864886f70d010701" + "a010" + "300e" + inside, false),
        ("300f" + name + "a002" + "3000", false),
        ("3020" + name + "a010" + "300e" + inside + "020101", false),
        ("3020" + name + "a013" + "300e" + inside + "020101", false),
        ("301d" + name + "a010" + "300e" + inside + "00", false),
        ("3080" + name + "a080" + "3080" + inside + "0000" + "020101" + "00000000", false),
        ("3080" + name + "a080" + "3080" + inside + "00000000", false),
    ])
    func `certificates are found only where a message has them`(
        hex: String, isFound: Bool
    ) throws {
        let parts = BER.signedData(try #require(Hex.decode(hex)))
        #expect((parts != nil) == isFound)
        guard let parts else { return }
        #expect(Hex.encode(Array(parts.certificates)) == "a003020105")
        let bare = "3080" + Self.name + "a0803080" + "02010131003000" + "3100" + "000000000000"
        #expect(Hex.encode(parts.bare) == bare)
    }
}
