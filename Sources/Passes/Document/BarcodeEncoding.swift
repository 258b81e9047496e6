import JSON

/// How the text of a barcode becomes bytes, by the names that IANA has for it (contracts 7.2).
enum BarcodeEncoding {
    case ascii, latin1
    /// All of Unicode.
    case unicode
    /// Known by its name; what it holds is not.
    case other

    init?(_ name: String) {
        let name = name.lowercased().replacing("_", with: "-")
        switch name {
        case "us-ascii", "ascii", "ansi-x3.4-1968", "iso646-us": self = .ascii
        case "iso-8859-1", "iso8859-1", "latin1", "l1", "iso-ir-100", "cp819": self = .latin1
        case "utf-8", "utf8", "utf-16", "utf-16be", "utf-16le", "utf-32", "utf-32be", "utf-32le":
            self = .unicode
        default:
            guard Self.others.contains(name) else { return nil }
            self = .other
        }
    }

    private static let others = Set(
        (2...16).map { "iso-8859-\($0)" } + (1250...1258).map { "windows-\($0)" } + [
            "shift-jis", "sjis", "ms-kanji", "windows-31j", "euc-jp", "iso-2022-jp", "euc-kr",
            "iso-2022-kr", "gb2312", "gbk", "gb18030", "hz-gb-2312", "big5", "big5-hkscs",
            "tis-620",
            "koi8-r", "koi8-u", "macintosh", "ibm437", "cp437", "ibm850", "cp850",
        ])

    func holds(_ text: String) -> Bool {
        switch self {
        case .ascii: text.utf8.allSatisfy { $0 < 0x80 }
        case .latin1: text.unicodeScalars.allSatisfy { $0.value < 0x100 }
        case .unicode, .other: true
        }
    }

    /// What a phone draws none of, or of something else.
    static func check(
        _ message: String?, _ name: String?, of code: ObjectReader, _ warnings: Problems
    ) {
        guard let name else { return }
        guard let encoding = BarcodeEncoding(name) else {
            return warnings.add(
                code.pointer(to: "messageEncoding"), "unknown_encoding",
                "no name of an encoding that is known here: it is iso-8859-1 for most scanners, or utf-8"
            )
        }
        if let message, !encoding.holds(message) {
            warnings.add(
                code.pointer(to: "message"), "not_encodable",
                "it has characters that its messageEncoding has not: a phone shows no such barcode, or another"
            )
        }
    }
}
