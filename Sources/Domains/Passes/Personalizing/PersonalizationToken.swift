import Crypto

/// A text that a phone wants signed with the pass type's certificate, as proof that the issuer
/// received its request.
///
/// The same certificate signs the manifests of packages, and the phone chooses the text. A manifest
/// is a JSON object, so a token without braces can never be one, in any encoding
/// (docs/decisions/0029).
package struct PersonalizationToken: Equatable, Sendable {
    package let bytes: [UInt8]

    /// Apple does not document a maximum; whole requests fit into a few kilobytes.
    package static let lengthMax = 4_096
    package static let form = "visible ASCII characters, without braces"

    /// Returns nil if the text could be something else that the certificate signs.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard 1...Self.lengthMax ~= bytes.count,
            bytes.allSatisfy({ 0x21...0x7E ~= $0 }),
            !bytes.contains(UInt8(ascii: "{")), !bytes.contains(UInt8(ascii: "}"))
        else { return nil }
        self.bytes = bytes
    }

    var digest: [UInt8] { SHA256.hash(bytes) }
}
