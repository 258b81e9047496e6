import Crypto
import JSON
import Vocabulary

/// A certificate that Apple issued to a merchant, without its private key.
package struct MerchantCertificate: Sendable, Identified {
    package static let identifierPrefix = "crt"
    package typealias ID = Identifier<MerchantCertificate>

    package let id: ID
    package let kind: CertificateKind
    /// Apple's merchant identifier, such as `merchant.com.example`, or the pass or order type, such
    /// as `pass.com.example.gift`.
    package let identifier: String
    /// The Apple team of a pass or order type.
    package let teamIdentifier: String?
    /// SHA-256 of the whole certificate.
    package let fingerprint: [UInt8]
    /// SHA-256 of the public key, by which payment tokens refer to it.
    package let publicKeyHash: [UInt8]
    package let validFrom: Instant
    package let expiresAt: Instant
    package let createdAt: Instant
    /// Time of the next expiry warning to the merchant.
    var warnAt: Instant?
    var events = 0

    /// Limit for each kind, and for each pass or order type: the current certificate, its
    /// successor, and two old ones not removed yet.
    package static let countMax = 4
    /// Limit for all kinds together: a merchant has a handful of pass types.
    package static let allMax = 40

    /// The name under which the private key is sealed.
    static func sealing(_ id: ID) -> String { "certificate \(id.text)" }
}

extension MerchantCertificate: Writable {
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
