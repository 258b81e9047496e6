import JSON
import Passes
import Testing

/// Rules of the barcodes in pass.json.
extension PassRulesTests {
    private static func codes(
        _ codes: [(String, String)], encoding: String = "iso-8859-1", refused: [String] = [],
        warned: [String] = []
    ) -> Case {
        let list = codes.map { format, message in
            #"{"format":"PKBarcodeFormat\#(format)","message":"\#(message)","messageEncoding":"\#(encoding)"}"#
        }
        return Case(
            #""generic":{},"barcodes":[\#(list.joined(separator: ","))]"#,
            refused: refused.map { "/barcodes/" + $0 },
            warned: warned.map { $0.isEmpty ? "/barcodes needs_ios_27" : "/barcodes/" + $0 })
    }

    private static func text(_ count: Int, of character: String = "x") -> String {
        String(repeating: character, count: count)
    }

    /// Apple, Pass.Barcodes (iOS 27); ISO/IEC 18004, 15438 and 24778 (bytes); Core Image's
    /// CICode128BarcodeGenerator (ASCII); ISO/IEC 15420 (EAN-13), 16388 (Code 39), 16390
    /// (Interleaved 2 of 5), EN 798 (Codabar). The EAN is Apple's own pair of a new format and its
    /// fallback.
    private static let barcodes = [
        codes([("EAN13", "4006381333931"), ("QR", "4006381333931")]),
        codes([("EAN13", "4006381333931")], warned: [""]),
        codes([("EAN13", "4006381333930"), ("QR", "1")], refused: ["0/message invalid_value"]),
        codes([("EAN13", "400638133393"), ("QR", "1")], refused: ["0/message invalid_value"]),
        codes(
            [("EAN13", "٤006381333931"), ("QR", "1")], refused: ["0/message invalid_value"],
            warned: ["0/message not_encodable"]),
        codes([("Codabar", "A2901001234567A"), ("QR", "1")]),
        codes([("Codabar", "A2901001234567A")], warned: [""]),
        codes([("Codabar", "123456789"), ("QR", "1")]),
        codes([("Codabar", "a123b"), ("QR", "1")], warned: ["0/message undocumented"]),
        codes([("Codabar", "A123"), ("QR", "1")], refused: ["0/message invalid_value"]),
        codes([("Codabar", "AB"), ("QR", "1")], refused: ["0/message invalid_value"]),
        codes([("Code39", "TOAST-1 $/+%."), ("QR", "1")]),
        codes([("Code39", "toast"), ("QR", "1")], refused: ["0/message invalid_value"]),
        codes([("I2of5", "123456"), ("QR", "1")]),
        codes([("I2of5", "12345"), ("QR", "1")], refused: ["0/message invalid_value"]),
        codes([("ITF", "123456")], refused: ["0/format invalid_value"]),
        codes([("QR", "1"), ("EAN13", "4006381333931")], warned: ["1 not_shown"]),
        codes([("QR", text(2_953))]),
        codes([("QR", text(2_954))], warned: ["0/message not_encodable"]),
        codes([("PDF417", text(1_108))]),
        codes([("PDF417", text(1_109, of: "é"))], warned: ["0/message not_encodable"]),
        codes([("Aztec", text(1_914))]),
        codes([("Aztec", text(1_914, of: "é"))]),
        codes([("Aztec", text(1_915, of: "é"))], warned: ["0/message not_encodable"]),
        codes([("Code128", "Toast 1~")]),
        codes([("Code128", "é")], warned: ["0/message not_encodable"]),
        codes([("Code128", "Ж")], encoding: "utf-8", warned: ["0/message not_encodable"]),
        codes([("Aztec", #"#UT\u0000\u0000"#)]),
    ]

    /// ISO/IEC 18004, table 7 (version 40-L); ISO/IEC 15438 (error level 0); ISO/IEC 24778, table 1
    /// (32 layers): digits and letters take less than a byte.
    private static let dense = [
        codes([("QR", text(2_953, of: "1"))]),
        codes([("QR", text(2_954, of: "1"))], warned: ["0/message needs_compaction"]),
        codes([("QR", text(7_089, of: "1"))], warned: ["0/message needs_compaction"]),
        codes([("QR", text(7_090, of: "1"))], refused: ["0/message too_long"]),
        codes([("QR", text(4_296, of: "A"))], warned: ["0/message needs_compaction"]),
        codes([("QR", text(4_297, of: "A"))], warned: ["0/message not_encodable"]),
        codes([("QR", text(2_000) + text(2_000, of: "1"))], warned: ["0/message needs_compaction"]),
        codes([("QR", text(2_000) + text(3_000, of: "1"))], warned: ["0/message not_encodable"]),
        codes(
            [("QR", text(1_817, of: "駅"))], encoding: "Shift_JIS",
            warned: ["0/message needs_compaction"]),
        codes(
            [("QR", text(1_818, of: "駅"))], encoding: "Shift_JIS",
            warned: ["0/message not_encodable"]),
        codes(
            [("QR", text(1_477, of: "駅"))], encoding: "EUC-JP",
            warned: ["0/message not_encodable"]),
        codes([("PDF417", text(1_109))], warned: ["0/message needs_compaction"]),
        codes([("PDF417", text(1_850))], warned: ["0/message needs_compaction"]),
        codes([("PDF417", text(1_851))], warned: ["0/message not_encodable"]),
        codes([("PDF417", text(2_710, of: "1"))], warned: ["0/message needs_compaction"]),
        codes([("PDF417", text(2_711, of: "1"))], warned: ["0/message not_encodable"]),
        codes([("Aztec", text(1_915))], warned: ["0/message needs_compaction"]),
        codes([("Aztec", text(3_067, of: "A"))], warned: ["0/message needs_compaction"]),
        codes([("Aztec", text(3_068, of: "A"))], warned: ["0/message not_encodable"]),
        codes([("Aztec", text(3_832, of: "1"))], warned: ["0/message needs_compaction"]),
        codes([("Aztec", text(3_833, of: "1"))], warned: ["0/message not_encodable"]),
        codes([("Code128", "Toast")], encoding: "Shift_JIS"),
        codes([("Code128", "Toast")], encoding: "utf-16", warned: ["0/message not_encodable"]),
        codes([("Code128", "Toast")], encoding: "IBM037", warned: ["0/message not_encodable"]),
    ]

    @Test(arguments: barcodes + dense)
    func `a barcode holds what its format can encode`(rule: Case) throws {
        try expect(rule)
    }

    @Test(arguments: [
        "Shift_JIS", "windows-31j", "x-sjis", "cp932", "ms932", "windows-932", "x-ms-cp932",
        "ibm-943", "pck", "cp943", "ibm-942", "csShiftJIS", "MS_Kanji",
    ])
    func `every name of Shift_JIS allows kanji`(encoding: String) throws {
        for (count, code) in [(1_817, "needs_compaction"), (1_818, "not_encodable")] {
            let check = try Self.examine(
                #""generic":{},"barcodes":[{"format":"PKBarcodeFormatQR","message":"\#(Self.text(count, of: "亜"))","messageEncoding":"\#(encoding)"}]"#
            )
            #expect(check.warnings.all.map(\.code) == [code])
            #expect(check.warnings.all.allSatisfy { $0.detail.contains("kanji") })
        }
    }

    @Test func `a message is counted in the bytes of its encoding`() throws {
        for (encoding, count, isHeld) in [
            ("utf-8", 1_476, true), ("utf-8", 1_477, false), ("utf-16", 1_476, true),
            ("utf-16", 1_477, false), ("iso-8859-1", 2_953, true), ("utf-32", 738, true),
            ("utf-32", 739, false), ("utf-16le", 1_476, true), ("GB18030", 1_476, true),
            ("GB18030", 1_477, false),
        ] {
            let message = String(repeating: "é", count: count)
            let check = try Self.examine(
                #""generic":{},"barcodes":[{"format":"PKBarcodeFormatQR","message":"\#(message)","messageEncoding":"\#(encoding)"}]"#
            )
            #expect(check.warnings.isEmpty == isHeld, "\(encoding) \(count)")
        }
    }

    @Test func `a message must consist of characters of its encoding`() throws {
        for (encoding, message, code) in [
            ("windows-1252", "€", nil), ("windows-1252", "Ж", "not_encodable"),
            ("windows-1251", "Ж", nil), ("windows-1251", "é", "not_encodable"),
            ("koi8-r", "Ж", nil), ("koi8-r", "é", "not_encodable"), ("latin2", "ł", nil),
            ("latin2", "ñ", "not_encodable"), ("iso-8859-15", "€", nil),
            ("ISO_8859-1:1987", "é", nil), ("ISO_8859-1:1987", "€", "not_encodable"),
            ("csISOLatin1", "é", nil), ("IBM819", "é", nil), ("Shift_JIS", "駅", nil),
            ("Shift_JIS", "é", "not_encodable"), ("Shift_JIS", "〜", nil), ("EUC-JP", "駅", nil),
            ("EUC-JP", "가", "not_encodable"), ("ISO-2022-JP", "駅", nil),
            ("GB18030", "😀", nil), ("GBK", "駅", nil), ("GBK", "😀", "not_encodable"),
            ("Big5", "車", nil), ("Big5", "駅", "not_encodable"), ("EUC-KR", "가", nil),
            ("EUC-KR", "é", "not_encodable"), ("utf-16", "😀", nil), ("iso-8859-16", "é", nil),
            ("us-ascii", "a\\u200b", "not_encodable"), ("iso-8859-12", "a", "unknown_encoding"),
            ("utf-8,version=1", "a", "unknown_encoding"),
        ] as [(String, String, String?)] {
            let check = try Self.examine(
                #""generic":{},"barcodes":[{"format":"PKBarcodeFormatQR","message":"\#(message)","messageEncoding":"\#(encoding)"}]"#
            )
            #expect(check.warnings.all.map(\.code) == [code].compactMap(\.self), "\(encoding)")
        }
    }

    @Test func `the deprecated barcode accepts only the formats of its time`() throws {
        for format in ["Code128", "Code39", "Codabar", "EAN13", "I2of5"] {
            let message = format == "EAN13" ? "4006381333931" : "1234"
            let check = try Self.examine(
                #""generic":{},"barcode":{"format":"PKBarcodeFormat\#(format)","message":"\#(message)","messageEncoding":"utf-8"}"#
            )
            #expect(check.problems.all.map(\.pointer) == ["/barcode/format"])
        }
    }
}
