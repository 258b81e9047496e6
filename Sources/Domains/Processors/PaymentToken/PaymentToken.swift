import Crypto
import JSON

/// The encrypted `paymentData` of Apple's payment token, from a buyer's device
/// (docs/rules/apple.md#5.1).
package struct PaymentToken: Sendable {
    package enum Version: String, CaseIterable, Sendable {
        case ellipticCurve = "EC_v1"
        /// Used in mainland China.
        case rsa = "RSA_v1"
    }

    package let version: Version
    /// The encrypted payload with its authentication tag.
    package let data: [UInt8]
    /// A detached signature over the members in `signedContent`.
    package let signature: [UInt8]
    /// The ephemeral public key, or the wrapped key.
    package let key: [UInt8]
    /// The hash of the public key in the merchant certificate for which the token was encrypted.
    package let publicKeyHash: [UInt8]
    package let transactionIdentifier: [UInt8]
    /// SHA-256 of the request's application data; nil if it had none.
    package let applicationData: [UInt8]?

    /// A real token has less than a tenth of this.
    package static let bytesMax = 64 * 1024

    /// Reads the web's object or the native app's text, as far as possible without a key, and
    /// reports all members in a wrong form at once.
    package init(reading node: Node) throws(TokenFault) {
        guard node.kind == .object else { throw .malformed(["paymentData"]) }
        var reader = TokenReader()
        let version = try reader.version(in: node)
        let data = reader.base64("data", in: node)
        let signature = reader.base64("signature", in: node)
        let header = reader.object("header", in: node)
        let wraps = version.map { $0 == .rsa } ?? (header?["wrappedKey"] != nil)
        let key = reader.base64(wraps ? "wrappedKey" : "ephemeralPublicKey", in: header)
        let publicKeyHash = reader.base64("publicKeyHash", in: header, count: 32)
        let transactionIdentifier = reader.hex("transactionId", in: header)
        applicationData =
            header?["applicationData"] == nil
            ? nil : reader.hex("applicationData", in: header, count: 32)
        guard reader.refused.isEmpty, let version, let data, let signature, let key,
            let publicKeyHash, let transactionIdentifier
        else { throw .malformed(reader.refused) }
        self.version = version
        self.data = data
        self.signature = signature
        self.key = key
        self.publicKeyHash = publicKeyHash
        self.transactionIdentifier = transactionIdentifier
    }

    /// The bytes that the signature covers (docs/rules/apple.md#5.2).
    var signedContent: [UInt8] { key + data + transactionIdentifier + (applicationData ?? []) }

    /// In lowercase, for comparison and storage: the same identifier arrives in either case.
    package var transactionIdentifierText: String { Hex.encode(transactionIdentifier) }

    /// True if the text is the token's transaction identifier, in upper or lower case.
    package func isNamed(_ text: String) -> Bool { Hex.decode(text) == transactionIdentifier }
}

/// Reads the members of a token. Base64 has one text for each value; hexadecimal digits may be in
/// either case. If an object is missing, its members are not read: the object itself is already
/// reported as missing.
private struct TokenReader {
    /// Members that are missing or in a wrong form.
    private(set) var refused: [String] = []

    mutating func version(in node: Node) throws(TokenFault) -> PaymentToken.Version? {
        guard let text = node["version"]?.string else { return refuse("version") }
        guard let version = PaymentToken.Version(rawValue: text) else { throw .unknownVersion }
        return version
    }

    mutating func object(_ name: String, in node: Node) -> Node? {
        guard let object = node[name], object.kind == .object else { return refuse(name) }
        return object
    }

    mutating func base64(_ name: String, in node: Node?, count: Int? = nil) -> [UInt8]? {
        guard let node else { return nil }
        guard let text = node[name]?.string, text.utf8.count <= PaymentToken.bytesMax,
            let bytes = Base64.standard.decode(text), !bytes.isEmpty,
            count.map({ $0 == bytes.count }) ?? true
        else { return refuse(name) }
        return bytes
    }

    mutating func hex(_ name: String, in node: Node?, count: Int? = nil) -> [UInt8]? {
        guard let node else { return nil }
        guard let text = node[name]?.string, text.utf8.count <= 128,
            let bytes = Hex.decode(text), !bytes.isEmpty, count.map({ $0 == bytes.count }) ?? true
        else { return refuse(name) }
        return bytes
    }

    private mutating func refuse<Value>(_ name: String) -> Value? {
        refused.append(name)
        return nil
    }
}
