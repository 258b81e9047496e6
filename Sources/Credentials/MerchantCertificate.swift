import Crypto
import JSON
import Vocabulary

/// A certificate of a merchant's from Apple, without its key.
package struct MerchantCertificate: Sendable, Identified {
    package static let identifierPrefix = "crt"
    package typealias ID = Identifier<MerchantCertificate>

    package let id: ID
    package let kind: CertificateKind
    /// As Apple knows the merchant, such as `merchant.com.example`.
    package let merchantIdentifier: String
    /// SHA-256 of all of it.
    package let fingerprint: [UInt8]
    /// SHA-256 of its public key, as payment tokens name it.
    package let publicKeyHash: [UInt8]
    package let validFrom: Instant
    package let expiresAt: Instant
    package let createdAt: Instant
    /// When the merchant is told next that it ends soon.
    var warnAt: Instant?
    var events = 0

    /// Of one kind: the present one, its successor, and two that nobody has taken away yet.
    package static let countMax = 4

    /// What the sealed private key is called.
    static func sealing(_ id: ID) -> String { "certificate \(id.text)" }
}

extension MerchantCertificate {
    package func write(to writer: inout Writer) { writer.object { write(membersTo: &$0) } }

    package func write(membersTo writer: inout Writer) {
        writer.member("id", id.text)
        writer.member("kind", kind.rawValue)
        writer.member("merchantIdentifier", merchantIdentifier)
        writer.member("fingerprint", Hex.encode(fingerprint))
        writer.member("publicKeyHash", Base64.standard.encode(publicKeyHash))
        writer.member("validFrom", validFrom.rfc3339)
        writer.member("expiresAt", expiresAt.rfc3339)
        writer.member("createdAt", createdAt.rfc3339)
    }
}
