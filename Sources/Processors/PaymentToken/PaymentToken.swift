import Crypto
import JSON

/// What a buyer's device has encrypted for a merchant: the `paymentData` of Apple's token (contracts 5.1).
package struct PaymentToken: Sendable {
    package enum Version: String, CaseIterable, Sendable {
        case ellipticCurve = "EC_v1"
        /// Mainland China's.
        case rsa = "RSA_v1"
    }

    package let version: Version
    /// The payload, encrypted, with its tag.
    package let data: [UInt8]
    /// Detached, over the members that `signedContent` has.
    package let signature: [UInt8]
    /// The ephemeral public key, or the wrapped key.
    package let key: [UInt8]
    /// Of the merchant's certificate that it was encrypted for.
    package let publicKeyHash: [UInt8]
    package let transactionIdentifier: [UInt8]
    /// SHA-256 of what the request had as its application data, if it had any.
    package let applicationData: [UInt8]?

    /// A real one has less than a tenth.
    package static let bytesMax = 64 * 1024

    /// Reads web's object or native's text, as far as it goes without a key.
    package init(reading node: Node) throws(TokenFault) {
        let reader = TokenReader(node)
        guard node.kind == .object else { throw .malformed("paymentData") }
        guard let version = node["version"]?.string.flatMap(Version.init(rawValue:)) else {
            throw .malformed("version")
        }
        self.version = version
        data = try reader.base64("data")
        signature = try reader.base64("signature")
        guard let header = node["header"], header.kind == .object else {
            throw .malformed("header")
        }
        let inner = TokenReader(header)
        key = try inner.base64(version == .rsa ? "wrappedKey" : "ephemeralPublicKey")
        publicKeyHash = try inner.base64("publicKeyHash", count: 32)
        transactionIdentifier = try inner.hex("transactionId")
        applicationData =
            header["applicationData"] == nil ? nil : try inner.hex("applicationData", count: 32)
    }

    /// What the signature is over (contracts 5.2).
    var signedContent: [UInt8] { key + data + transactionIdentifier + (applicationData ?? []) }

    /// In lower case, as it is compared and stored: the same one comes in both.
    package var transactionIdentifierText: String { Hex.encode(transactionIdentifier) }

    /// Whether a text is the token's name, in whatever case.
    package func isNamed(_ text: String) -> Bool { Hex.decode(text) == transactionIdentifier }
}

/// Members of a token: their encodings have one text for each value.
private struct TokenReader {
    private let node: Node

    init(_ node: Node) { self.node = node }

    func base64(_ name: String, count: Int? = nil) throws(TokenFault) -> [UInt8] {
        guard let text = node[name]?.string, text.utf8.count <= PaymentToken.bytesMax,
            let bytes = Base64.standard.decode(text), !bytes.isEmpty,
            count.map({ $0 == bytes.count }) ?? true
        else { throw .malformed(name) }
        return bytes
    }

    func hex(_ name: String, count: Int? = nil) throws(TokenFault) -> [UInt8] {
        guard let text = node[name]?.string, text.utf8.count <= 128,
            let bytes = Hex.decode(text), !bytes.isEmpty, count.map({ $0 == bytes.count }) ?? true
        else { throw .malformed(name) }
        return bytes
    }
}
