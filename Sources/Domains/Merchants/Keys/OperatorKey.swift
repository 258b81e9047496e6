import Crypto
import Vocabulary

/// An API key of the server's operator; it belongs to no merchant.
package struct OperatorKey: Sendable {
    package let id: ID
    package let createdAt: Instant
    package let revokedAt: Instant?

    /// `opk_` and the first 16 hexadecimal digits of the key's SHA-256.
    ///
    /// The holder of a key can compute its identifier, but the identifier does not reveal the key.
    package struct ID: Hashable, Sendable {
        static let bytesCount = 8
        private static let prefix = "opk_"

        let bytes: [UInt8]

        init(bytes: [UInt8]) { self.bytes = bytes }

        package init(of key: KeyText) { bytes = Array(key.hash.prefix(ID.bytesCount)) }

        package init?(_ text: String) {
            guard text.hasPrefix(ID.prefix),
                let bytes = Hex.decode(String(text.dropFirst(ID.prefix.count))),
                bytes.count == ID.bytesCount
            else { return nil }
            self.bytes = bytes
        }

        package var text: String { ID.prefix + Hex.encode(bytes) }
    }
}
