import Crypto
import JSON
import Vocabulary

/// A certificate of a merchant's from Apple, without its key.
package struct MerchantCertificate: Sendable, Identified {
    package static let identifierPrefix = "crt"
    package typealias ID = Identifier<MerchantCertificate>

    package let id: ID
    package let kind: CertificateKind
    /// As Apple knows the merchant, such as `merchant.com.example`, or the pass or order type, as `pass.com.example.gift`.
    package let identifier: String
    /// Apple's, of whom a pass or order type is.
    package let teamIdentifier: String?
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

    /// Of one kind, and of one pass or order type: the present one, its successor, and two that nobody has taken away yet.
    package static let countMax = 4
    /// Of all kinds: a merchant has a handful of pass types.
    package static let allMax = 40

    /// What the sealed private key is called.
    static func sealing(_ id: ID) -> String { "certificate \(id.text)" }
}

extension MerchantCertificate {
    package func write(to writer: inout Writer) { writer.object { write(membersTo: &$0) } }

    package func write(membersTo writer: inout Writer) {
        writer.member("id", id.text)
        writer.member("kind", kind.rawValue)
        switch kind {
        case .merchantIdentity, .paymentProcessing:
            writer.member("merchantIdentifier", identifier)
        case .passType: writer.member("passTypeIdentifier", identifier)
        case .orderType: writer.member("orderTypeIdentifier", identifier)
        }
        writer.member("teamIdentifier", ifPresent: teamIdentifier)
        writer.member("fingerprint", Hex.encode(fingerprint))
        writer.member("publicKeyHash", Base64.standard.encode(publicKeyHash))
        writer.member("validFrom", validFrom.rfc3339)
        writer.member("expiresAt", expiresAt.rfc3339)
        writer.member("createdAt", createdAt.rfc3339)
    }
}
