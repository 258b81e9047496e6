import Vocabulary

/// A symbology of Apple's `Pass.Barcodes`, and the messages it can encode.
enum BarcodeFormat: String, CaseIterable {
    case qr = "PKBarcodeFormatQR"
    case pdf417 = "PKBarcodeFormatPDF417"
    case aztec = "PKBarcodeFormatAztec"
    case code128 = "PKBarcodeFormatCode128"
    case code39 = "PKBarcodeFormatCode39"
    case codabar = "PKBarcodeFormatCodabar"
    case ean13 = "PKBarcodeFormatEAN13"
    case i2of5 = "PKBarcodeFormatI2of5"

    /// True for formats that only iOS 27 and later draw.
    var isNew: Bool {
        switch self {
        case .qr, .pdf417, .aztec, .code128: false
        case .code39, .codabar, .ean13, .i2of5: true
        }
    }

    /// True for formats that are allowed in the deprecated `barcode`, which iOS 6 to 8 read.
    var isOld: Bool { self == .qr || self == .pdf417 || self == .aztec }

    /// Capacity of the largest symbol; nil for formats without one.
    var capacity: BarcodeCapacity? {
        switch self {
        case .qr: .qr
        case .pdf417: .pdf417
        case .aztec: .aztec
        case .code128, .code39, .codabar, .ean13, .i2of5: nil
        }
    }

    /// Length of the longest message: as many digits as the largest QR code holds.
    static let messageMax = 7_089

    /// Returns the rule that a message violates, as text; nil for a valid message.
    func fault(in message: String) -> String? {
        let bytes = Array(message.utf8)
        return switch self {
        case .qr, .pdf417, .aztec, .code128: nil
        case .code39:
            // ISO/IEC 16388; the phone adds the asterisks at both ends.
            bytes.allSatisfy {
                $0.isASCIIDigit || $0.isASCIIUppercase || "-. $/+%".utf8.contains($0)
            }
                ? nil : "Code 39 can hold only digits, capital letters, spaces and - . $ / + %"
        case .codabar: Self.isCodabar(bytes) ? nil : Self.codabarForm
        case .ean13:
            Self.isEAN13(bytes)
                ? nil
                : "EAN-13 requires 13 digits, the last of which is the check digit (ISO/IEC 15420)"
        case .i2of5:
            // ISO/IEC 16390: each pair of digits is interleaved.
            bytes.allSatisfy(\.isASCIIDigit) && bytes.count.isMultiple(of: 2)
                ? nil
                : "Interleaved 2 of 5 requires an even number of digits: put a 0 in front of an odd number"
        }
    }

    private static let codabarForm =
        "Codabar can hold only digits and - $ : / . +, with either a letter from A to D at both "
        + "ends or no letters (EN 798)"

    /// WWDC26 session 209 writes messages without the start and stop characters; Apple's reference
    /// does not specify them.
    private static func isCodabar(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        if let first = rest.first, isGuard(first) {
            guard rest.count >= 2, let last = rest.last, isGuard(last) else { return false }
            rest = rest.dropFirst().dropLast()
        }
        return !rest.isEmpty && rest.allSatisfy { $0.isASCIIDigit || "-$:/.+".utf8.contains($0) }
    }

    private static func isGuard(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "d") ~= byte | 0x20 && byte >= 0x41
    }

    private static func isEAN13(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 13, bytes.allSatisfy(\.isASCIIDigit) else { return false }
        let sum = bytes.enumerated().reduce(0) { sum, digit in
            sum + Int(digit.element - 0x30) * (digit.offset.isMultiple(of: 2) ? 1 : 3)
        }
        return sum.isMultiple(of: 10)
    }
}
