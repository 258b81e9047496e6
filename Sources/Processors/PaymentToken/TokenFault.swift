/// The one check that a payment token has failed, in the order in which they are made (contracts 5). None of
/// them says anything of what is inside.
package enum TokenFault: Error, Hashable, Sendable {
    /// This member of `paymentData` is missing, or not what it is to be.
    case malformed(String)
    /// It was encrypted for a certificate that nobody here has the key of.
    case unknownKey
    /// The signature is no signature, or comes with other certificates than Apple's two.
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
        case .malformed(let member): "`\(member)` is missing or not in its form"
        case .unknownKey: "`publicKeyHash` is of another certificate than the key's"
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
