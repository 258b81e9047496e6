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

    /// Reads web's object or native's text, as far as it goes without a key; whatever is wrong with its form
    /// is told at once.
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

    /// What the signature is over (contracts 5.2).
    var signedContent: [UInt8] { key + data + transactionIdentifier + (applicationData ?? []) }

    /// In lower case, as it is compared and stored: the same one comes in both.
    package var transactionIdentifierText: String { Hex.encode(transactionIdentifier) }

    /// Whether a text is the token's name, in whatever case.
    package func isNamed(_ text: String) -> Bool { Hex.decode(text) == transactionIdentifier }
}

/// Members of a token: their encodings have one text for each value. Of an object that is missing none is read:
/// that it is missing was said.
private struct TokenReader {
    /// Missing, or not in their form.
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
