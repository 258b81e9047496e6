import Crypto

/// What a phone wants signed by the pass type's certificate, to know that its call was heard by whoever made the pass.
///
/// That certificate signs the manifests of packages as well, and what is signed here is whatever a phone says: a manifest is an object of JSON, so that
/// a token without a brace is none, in whatever encoding (docs/decisions/0029).
package struct PersonalizationToken: Equatable, Sendable {
    package let bytes: [UInt8]

    /// Apple does not say how long they are; all of a call fits into a few kilobytes.
    package static let lengthMax = 4_096
    package static let form = "visible characters of ASCII, without braces"

    /// Nothing when it could be something else that the certificate signs.
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
