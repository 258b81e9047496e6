import Encodings
import JSON

/// Checks a barcode's message in its text encoding (docs/rules/apple.md#7.2).
enum BarcodeEncoding {
    /// Warns about a barcode that phones do not draw, or draw with different content.
    static func check(
        _ message: String?, _ name: String?, in format: BarcodeFormat?, of code: ObjectReader,
        _ warnings: Problems
    ) {
        guard let name else { return }
        let place = code.pointer(to: "message")
        switch EncodedText(message ?? "", in: name) {
        case .unknownEncoding:
            warnings.add(
                code.pointer(to: "messageEncoding"), "unknown_encoding",
                "unknown encoding: most scanners read iso-8859-1, others utf-8"
            )
        case .notEncodable:
            warnings.add(
                place, "not_encodable",
                "the message has characters that messageEncoding cannot represent: phones show no "
                    + "barcode, or a wrong one"
            )
        case .bytes(let bytes):
            guard let message, let format else { return }
            if let (code, detail) = fault(of: bytes, of: message, name, in: format) {
                warnings.add(place, code, detail)
            }
        case .noTable: break
        }
    }

    /// Returns the code and the text of a warning about the encoded message; nil if it fits.
    private static func fault(
        of bytes: [UInt8], of message: String, _ name: String, in format: BarcodeFormat
    ) -> (code: String, detail: String)? {
        if format == .code128 {
            // Core Image's Code 128 generator only accepts ASCII.
            let isASCII = bytes.allSatisfy { $0 < 0x80 } && bytes == Array(message.utf8)
            return isASCII
                ? nil
                : ("not_encodable", "Code 128 can hold only bytes of ASCII: phones show no barcode")
        }
        guard let capacity = format.capacity else { return nil }
        let symbol = format.rawValue.dropFirst("PKBarcodeFormat".count)
        let isShiftJIS = capacity == .qr && EncodedText.isShiftJIS(name)
        return switch capacity.fit(of: bytes, isShiftJIS: isShiftJIS) {
        case .whole: nil
        case .compacted:
            (
                "needs_compaction",
                "more than \(capacity.bytesMax) bytes, which \(symbol) holds only if \(capacity.compactable) are compacted: Apple does not document whether phones do it"
            )
        case .none:
            (
                "not_encodable",
                "the largest \(symbol) holds \(capacity.text): phones show no barcode"
            )
        }
    }
}
