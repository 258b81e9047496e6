import Testing

@testable import Passes

/// The texts of one language, as design tools write them.
@Suite struct PassStringsTests {
    private static func utf16(_ text: String, isBig: Bool) -> [UInt8] {
        (isBig ? [0xFE, 0xFF] : [0xFF, 0xFE])
            + text.utf16.flatMap { unit in
                let bytes = [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
                return isBig ? bytes : bytes.reversed()
            }
    }

    private static let text = "/* a \"field\" */ \"left\" = \"Übrig 🥐\"; // and\n  bare=\"x\";\n"

    @Test(arguments: [
        Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), utf16(text, isBig: true),
        utf16(text, isBig: false),
    ])
    func `a .strings file is read in each encoding`(bytes: [UInt8]) throws {
        let strings = try #require(PassStrings(bytes))
        #expect(strings["left"] == "Übrig 🥐")
        #expect(strings["bare"] == "x")
        #expect(strings["other"] == "other", "a key without a translation stays")
    }

    @Test func `escapes of a .strings file stand for their characters`() throws {
        let strings = try #require(
            PassStrings(Array(#""a" = "1\n2\t\"3\"\\ \U00e9";"#.utf8)))
        #expect(strings["a"] == "1\n2\t\"3\"\\ é")
    }

    @Test(arguments: [
        #""a" = "b""#, #""a" "b";"#, #""a" = ;"#, #""a" = "b"#, "/* no end", #""a" = "\Uzz";"#,
        "= ;",
        "\u{FEFF}\u{0}",
    ])
    func `an invalid .strings file has no texts`(text: String) {
        #expect(PassStrings(Array(text.utf8)) == nil)
    }

    @Test func `the reader of .strings files never crashes, on any bytes`() {
        var state: UInt64 = 5
        let alphabet = Array("\"=;/*\\ Uab\n".utf8) + [0xFF, 0xFE, 0x00]
        for length in 0..<2_000 {
            let bytes = (0..<length % 60).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return alphabet[Int(state >> 33) % alphabet.count]
            }
            if let strings = PassStrings(bytes) { #expect(strings["?"] == "?") }
        }
    }
}
