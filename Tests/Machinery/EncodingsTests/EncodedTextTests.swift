import Encodings
import Testing

/// Texts in the encodings of IANA's registry.
struct EncodedTextTests {
    /// JIS X 0208 (駅 is 0x3158), RFC 1468 (ISO-2022-JP), GB 18030, RFC 2781 (UTF-16), KS X 1001.
    @Test(
        arguments: [
            ("é", "iso-8859-1", [0xE9]), ("é", "ISO_8859-1:1987", [0xE9]), ("é", "latin1", [0xE9]),
            ("é", "utf-8", [0xC3, 0xA9]), ("é", "utf8", [0xC3, 0xA9]),
            ("é", "UTF-16", [0x00, 0xE9]),
            ("é", "utf-16le", [0xE9, 0x00]), ("é", "utf-32", [0x00, 0x00, 0x00, 0xE9]),
            ("€", "windows-1252", [0x80]), ("€", "iso-8859-15", [0xA4]), ("Ж", "koi8-r", [0xF6]),
            ("駅", "Shift_JIS", [0x89, 0x77]), ("駅", "EUC-JP", [0xB1, 0xD8]),
            ("駅", "ISO-2022-JP", [0x1B, 0x24, 0x42, 0x31, 0x58, 0x1B, 0x28, 0x42]),
            ("〜～", "Shift_JIS", [0x81, 0x60, 0x81, 0x60]), ("é", "GB18030", [0xA8, 0xA6]),
            ("가", "EUC-KR", [0xB0, 0xA1]), ("a\0b", "us-ascii", [0x61, 0x00, 0x62]),
            ("", "us-ascii", []),
        ] as [(String, String, [UInt8])])
    func `a text has the bytes of its encoding`(text: String, encoding: String, bytes: [UInt8]) {
        #expect(EncodedText(text, in: encoding) == .bytes(bytes))
    }

    @Test(arguments: [
        ("é", "us-ascii"), ("€", "iso-8859-1"), ("Ж", "windows-1252"), ("é", "Shift_JIS"),
        ("駅", "Big5"), ("€", "GB2312"), ("é", "ISO-2022-JP"), ("a\u{200B}", "iso-8859-1"),
        ("Ａ", "windows-1252"),
    ])
    func `a character that the encoding lacks is not replaced`(text: String, encoding: String) {
        #expect(EncodedText(text, in: encoding) == .notEncodable)
    }

    @Test(arguments: ["klingon", "iso-8859-12", "", " ", "utf-8,version=1", "utf-8\0", "utf 8"])
    func `a name that no encoding has is unknown`(name: String) {
        #expect(EncodedText("a", in: name) == .unknownEncoding)
    }

    @Test(arguments: [
        ("cp932", true), ("PCK", true), ("ibm-942", true), ("EUC-JP", false),
        ("ISO-2022-JP", false), ("utf-8", false), ("iso-8859-1", false), ("klingon", false),
    ])
    func `Shift_JIS is known by its bytes`(name: String, isShiftJIS: Bool) {
        #expect(EncodedText.isShiftJIS(name) == isShiftJIS)
    }

    @Test func `a long name is unknown`() {
        #expect(
            EncodedText("a", in: String(repeating: "x", count: 5_000)) == .unknownEncoding)
    }

    @Test func `an encoding without a table is known`() {
        #expect(EncodedText("a", in: "iso-8859-16") == .noTable)
    }
}
