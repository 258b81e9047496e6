/// The one check that a payment token has failed, in the order in which they are made (contracts 5). None of
/// them says anything of what is inside.
package enum TokenFault: Error, Hashable, Sendable {
    /// `paymentData` is of a version that nobody here can read.
    case unknownVersion
    /// These members of `paymentData` are missing, or not what they are to be.
    case malformed([String])
    /// It was encrypted for a certificate that nobody here has the key of.
    case unknownKey
    /// It is no detached signature of one signer with SHA-256.
    case notASignature
    /// The signature comes with other certificates than Apple's two.
    case wrongCertificates
    /// The certificates do not lead to the pinned root, or not at this time.
    case untrustedChain
    /// It was not signed by the certificate that Apple signs payments with.
    case wrongSigner
    /// Something was changed after it was signed.
    case badSignature
    /// It does not open with the key of its certificate.
    case notDecrypted
    /// What is inside lacks this member, or has it in another form.
    case unreadable(String)
    /// It was signed more than five minutes before or after it came, or does not say when.
    case stale

    /// For an operator, in a sentence.
    package var explanation: String {
        switch self {
        case .unknownVersion:
            "`version` is another than those that are known here: "
                + PaymentToken.Version.allCases.map(\.rawValue).joined(separator: " and ")
        case .malformed(let members):
            members.map { "`\($0)`" }.joined(separator: ", ")
                + (members.count == 1
                    ? " is missing or not in its form" : " are missing or not in their form")
        case .unknownKey: "`publicKeyHash` is of another certificate than the key's"
        case .notASignature: "`signature` is no detached CMS signature of one signer with SHA-256"
        case .wrongCertificates:
            "the signature does not come with Apple's two certificates and no other"
        case .untrustedChain:
            "the certificates do not lead to the pinned root, or were not valid at that time"
        case .wrongSigner: "the signer is not the certificate with Apple's mark for payments"
        case .badSignature: "the signature is not over these bytes"
        case .stale: "it was signed more than five minutes away from that time"
        case .notDecrypted: "it does not open with this key and merchant identifier"
        case .unreadable(let member): "inside, `\(member)` is missing or not in its form"
        }
    }
}
