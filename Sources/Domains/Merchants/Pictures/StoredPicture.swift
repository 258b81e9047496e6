import Pictures
import Vocabulary

/// A merchant's picture; items for sale refer to it by name.
package struct StoredPicture: Equatable, Sendable {
    package let merchant: MerchantNumber
    package let name: PictureName
    package let kind: Picture.Kind
    package let width: Int
    package let height: Int
    package let byteCount: Int
    /// SHA-256 of the bytes.
    package let digest: [UInt8]
    /// Time when the first picture of this name was stored.
    package let createdAt: Instant

    /// Limit per merchant: enough for a menu of some hundred items and its earlier versions.
    package static let countMax = 500
}

/// A merchant's name for a picture, used as the last part of a path.
package struct PictureName: Hashable, Sendable, PageCursor {
    package let text: String

    package static let lengthMax = 64

    /// Returns nil unless the text has only lowercase ASCII letters, digits, `.`, `_` and `-`, and
    /// begins with a letter or digit.
    package init?(_ text: String) {
        let bytes = text.utf8
        let isPlain = bytes.allSatisfy { byte in
            Self.isAlphanumeric(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
        }
        guard let first = bytes.first, Self.isAlphanumeric(first), isPlain,
            bytes.count <= Self.lengthMax
        else { return nil }
        self.text = text
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        byte.isASCIILowercase || byte.isASCIIDigit
    }
}
