import Pictures
import Vocabulary

/// A picture of a merchant's, which things that are sold name by its name.
package struct StoredPicture: Equatable, Sendable {
    package let merchant: MerchantNumber
    package let name: PictureName
    package let kind: Picture.Kind
    package let width: Int
    package let height: Int
    package let byteCount: Int
    /// SHA-256 of its bytes.
    package let digest: [UInt8]
    /// When there was a picture of this name first.
    package let createdAt: Instant

    /// Of one merchant: a menu of some hundred things, and what it was before.
    package static let countMax = 500
}

/// What a merchant calls a picture, as the last part of a path.
package struct PictureName: Hashable, Sendable {
    package let text: String

    package static let lengthMax = 64

    /// Nothing unless it has small letters of ASCII, digits, `.`, `_` and `-` alone, and begins with one of the first two.
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
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }
}
