import CConverters

/// A text in an encoding that has a name, by ICU's tables.
package enum EncodedText: Equatable, Sendable {
    /// Without a byte order mark in UTF-16 and UTF-32.
    case bytes([UInt8])
    /// The encoding lacks a character of the text.
    case notEncodable
    /// IANA registered the name, but ICU has no table for it, as for ISO-8859-16.
    case noTable
    case unknownEncoding

    /// - Parameter encoding: a name from IANA's registry or of a vendor; case, hyphens and
    ///   underscores do not matter.
    package init(_ text: String, in encoding: String) {
        guard Self.isName(encoding) else {
            self = .unknownEncoding
            return
        }
        let units = Array(text.utf16)
        var status: Int32 = 0
        let bytes = [UInt8](
            unsafeUninitializedCapacity: (units.count + 10) * Self.bytesPerUnitMax
        ) { buffer, count in
            status = cconverters_encode(
                encoding, units, Int32(units.count), buffer.baseAddress, Int32(buffer.count))
            count = max(0, Int(status))
        }
        self =
            switch status {
            case CCONVERTERS_UNKNOWN: .unknownEncoding
            case CCONVERTERS_NO_TABLE: .noTable
            case CCONVERTERS_NOT_ENCODABLE: .notEncodable
            default: .bytes(bytes)
            }
    }

    /// True for an encoding that writes kanji in the bytes of Shift_JIS (JIS X 0208, annex 1), by
    /// ICU's table: vendors have many names for it, such as cp932 and pck.
    package static func isShiftJIS(_ encoding: String) -> Bool {
        EncodedText("亜", in: encoding) == .bytes([0x88, 0x9F])
    }

    /// True if both encodings write the text, in the same bytes.
    package static func haveSameBytes(_ text: String, in one: String, and other: String) -> Bool {
        guard case .bytes(let bytes) = EncodedText(text, in: one) else { return false }
        return EncodedText(text, in: other) == .bytes(bytes)
    }

    /// The longest encodings write an escape sequence before and after every character.
    private static let bytesPerUnitMax = 16

    /// ICU takes what follows a comma as an option, and an empty name as the machine's encoding.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ",") }
    }
}
