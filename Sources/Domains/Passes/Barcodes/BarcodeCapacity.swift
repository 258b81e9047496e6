import Vocabulary

/// The capacity of a format's largest symbol, in bytes and in shorter modes.
///
/// From ISO/IEC 18004 (QR, version 40-L), ISO/IEC 15438 (PDF417, error level 0) and ISO/IEC 24778
/// (Aztec, 32 layers, recommended error correction).
///
/// A symbol holds more digits or letters than bytes, in modes of their own. Apple does not document
/// whether phones use these modes: Core Image's generators take bytes.
enum BarcodeCapacity {
    case qr, pdf417, aztec

    /// The modes in which a message fits into the largest symbol.
    enum Fit {
        /// As bytes.
        case whole
        /// Only in the modes for digits, letters or kanji.
        case compacted
        case none
    }

    var bytesMax: Int {
        switch self {
        case .qr: 2_953
        case .pdf417: 1_108
        case .aztec: 1_914
        }
    }

    var text: String {
        switch self {
        case .qr:
            "2,953 bytes, 1,817 kanji of Shift_JIS, 4,296 digits and capital letters or 7,089 digits"
        case .pdf417: "1,108 bytes, 1,850 characters of ASCII or 2,710 digits"
        case .aztec: "1,914 bytes, 3,067 letters or 3,832 digits"
        }
    }

    /// The characters that take less than their bytes.
    var compactable: String {
        self == .qr ? "digits, capital letters or kanji of Shift_JIS" : "digits or letters"
    }

    /// Counts each character in its shortest mode, without the switches between modes. A message
    /// for which this is too much fits in no way; one that switches modes may be too long as well.
    func fit(of bytes: [UInt8], isShiftJIS: Bool = false) -> Fit {
        guard bytes.count > bytesMax else { return .whole }
        let fits =
            switch self {
            case .qr: Self.fitsQR(bytes, isShiftJIS: isShiftJIS)
            case .pdf417: Self.fitsPDF417(bytes)
            case .aztec: Self.fitsAztec(bytes)
            }
        return fits ? .compacted : .none
    }

    /// In sixths of a bit: three digits take 10 bits, two alphanumeric characters 11, a kanji 13.
    private static func fitsQR(_ bytes: [UInt8], isShiftJIS: Bool) -> Bool {
        var (digits, letters, kanji, others) = (0, 0, 0, 0)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if isShiftJIS, let next = rest.first, isKanji(byte, next) {
                rest.removeFirst()
                kanji += 1
            } else if byte.isASCIIDigit {
                digits += 1
            } else if byte.isASCIIUppercase || " $%*+-./:".utf8.contains(byte) {
                letters += 1
            } else {
                others += 1
            }
        }
        // The mode and the number of characters.
        var header = (others > 0 ? 20 : 0) + (kanji > 0 ? 16 : 0)
        if header == 0 { header = letters > 0 ? 17 : 18 }
        return 6 * header + 20 * digits + 33 * letters + 78 * kanji + 48 * others <= 6 * 23_648
    }

    /// The pairs of bytes of Shift_JIS that have 13 bits.
    private static func isKanji(_ first: UInt8, _ second: UInt8) -> Bool {
        let pair = UInt16(first) << 8 | UInt16(second)
        return (0x8140...0x9FFC ~= pair || 0xE040...0xEBBF ~= pair)
            && 0x40...0xFC ~= second && second != 0x7F
    }

    /// In 132nds of a codeword: 15 codewords hold 44 digits, one holds two characters, five hold
    /// six bytes.
    private static func fitsPDF417(_ bytes: [UInt8]) -> Bool {
        var (digits, letters, others) = (0, 0, 0)
        for byte in bytes {
            switch byte {
            case _ where byte.isASCIIDigit: digits += 1
            case 0x09, 0x0A, 0x0D, 0x20...0x7E: letters += 1
            default: others += 1
            }
        }
        // Fewer digits are shorter as text, which needs no switch.
        let switches = (digits >= 7 ? 1 : 0) + (others > 0 ? 1 : 0)
        return 132 * switches + 45 * digits + 66 * letters + 110 * others <= 132 * 925
    }

    /// In bits: a digit takes 4, another character of ASCII 5, also a pair such as a comma and a
    /// space.
    private static func fitsAztec(_ bytes: [UInt8]) -> Bool {
        var (bits, digits, others) = (0, 0, 0)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if let next = rest.first, isPair(byte, next) {
                rest.removeFirst()
                bits += 5
                continue
            }
            switch byte {
            case _ where byte.isASCIIDigit:
                digits += 1
                bits += 4
            case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "."): bits += 4
            case 0x01...0x0D, 0x1B...0x7F: bits += 5
            default:
                others += 1
                bits += 8
            }
        }
        if digits > 1 { bits += 5 }
        // Up to two runs of 31 bytes have a shorter header.
        if others > 0 { bits += others > 62 ? 21 : 10 }
        return bits <= 15_336
    }

    private static func isPair(_ first: UInt8, _ second: UInt8) -> Bool {
        switch (first, second) {
        case (0x0D, 0x0A): true
        case (UInt8(ascii: "."), 0x20), (UInt8(ascii: ","), 0x20), (UInt8(ascii: ":"), 0x20): true
        default: false
        }
    }
}
