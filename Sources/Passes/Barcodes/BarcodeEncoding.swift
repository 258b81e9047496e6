import JSON

/// The text encoding of a barcode, by its name in IANA's registry (contracts 7.2).
enum BarcodeEncoding: Equatable {
    case ascii, latin1
    /// All of Unicode, in code units of one, two or four bytes.
    case unicode(unit: Int)
    /// These characters and ASCII, in one byte each.
    case byte(Set<UInt32>)
    /// A known name whose character set is not checked.
    case other

    init?(_ name: String) {
        let name = name.lowercased().replacing("_", with: "-")
        switch name {
        case "us-ascii", "ascii", "ansi-x3.4-1968", "iso646-us": self = .ascii
        case "iso-8859-1", "iso-8859-1:1987", "iso8859-1", "latin1", "l1", "iso-ir-100", "cp819",
            "ibm819", "csisolatin1":
            self = .latin1
        case "utf-8", "utf8": self = .unicode(unit: 1)
        case "utf-16", "utf-16be", "utf-16le": self = .unicode(unit: 2)
        case "utf-32", "utf-32be", "utf-32le": self = .unicode(unit: 4)
        default:
            if let characters = BarcodeCharacters.all[name] {
                self = .byte(characters)
            } else if Self.others.contains(name) {
                self = .other
            } else {
                return nil
            }
        }
    }

    private static let others: Set<String> = [
        "shift-jis", "sjis", "ms-kanji", "windows-31j", "euc-jp", "iso-2022-jp", "euc-kr",
        "iso-2022-kr", "gb2312", "gbk", "gb18030", "hz-gb-2312", "big5", "big5-hkscs",
        "windows-1258",
    ]

    func holds(_ text: String) -> Bool {
        switch self {
        case .ascii: text.utf8.allSatisfy { $0 < 0x80 }
        case .latin1: text.unicodeScalars.allSatisfy { $0.value < 0x100 }
        case .byte(let characters):
            text.unicodeScalars.allSatisfy { $0.value < 0x80 || characters.contains($0.value) }
        case .unicode(unit: _), .other: true
        }
    }

    /// Returns the number of bytes of a text; a lower bound for encodings whose characters are not
    /// checked.
    func byteCount(of text: String) -> Int {
        switch self {
        case .ascii, .latin1, .byte, .other, .unicode(unit: 4):
            text.unicodeScalars.count * (self == .unicode(unit: 4) ? 4 : 1)
        case .unicode(unit: 2): text.utf16.count * 2
        case .unicode: text.utf8.count
        }
    }

    /// Warns about a barcode that phones do not draw, or draw with different content.
    static func check(
        _ message: String?, _ name: String?, in format: BarcodeFormat?, of code: ObjectReader,
        _ warnings: Problems
    ) {
        guard let name else { return }
        guard let encoding = BarcodeEncoding(name) else {
            return warnings.add(
                code.pointer(to: "messageEncoding"), "unknown_encoding",
                "unknown encoding: most scanners read iso-8859-1, others utf-8"
            )
        }
        guard let message else { return }
        let place = code.pointer(to: "message")
        if !encoding.holds(message) {
            warnings.add(
                place, "not_encodable",
                "the message has characters that messageEncoding cannot represent: phones show no "
                    + "barcode, or a wrong one"
            )
        } else if format == .code128, !BarcodeEncoding.ascii.holds(message) {
            // Core Image's Code 128 generator only accepts ASCII.
            warnings.add(
                place, "not_encodable", "Code 128 can hold only ASCII: phones show no barcode")
        } else if let format, let most = format.bytesMax, encoding.byteCount(of: message) > most {
            warnings.add(
                place, "not_encodable",
                "the largest \(format.rawValue.dropFirst("PKBarcodeFormat".count)) holds \(most) bytes: phones show no barcode"
            )
        }
    }
}
