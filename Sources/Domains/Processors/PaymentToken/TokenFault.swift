import Vocabulary

/// The check that a payment token failed (docs/rules/apple.md#5). No case reveals the decrypted
/// content.
package enum TokenFault: Error, Hashable, Sendable {
    /// `paymentData` has a version that this server cannot read.
    case unknownVersion
    /// These members of `paymentData` are missing or in a wrong form.
    case malformed([String])
    /// The token was encrypted for a certificate whose key this server does not have.
    case unknownKey
    /// The signature is not a detached signature of one signer with SHA-256.
    case notASignature
    /// The signature does not contain exactly Apple's two certificates.
    case wrongCertificates
    /// The certificates do not lead to the pinned root, or were not valid at this time.
    case untrustedChain
    /// The signer is not the certificate with which Apple signs payments.
    case wrongSigner
    /// Apple's sandbox signed the token, and the merchant is live.
    case sandboxSigner
    /// The token was changed after it was signed.
    case badSignature
    /// The payload cannot be decrypted with the key of its certificate.
    case notDecrypted
    /// The decrypted content lacks this member or has it in a wrong form.
    case unreadable(String)
    /// The token was signed more than five minutes before or after its receipt, or has no signing
    /// time.
    case stale

    /// The fault as a sentence for an operator.
    package var explanation: String {
        switch self {
        case .unknownVersion:
            "`version` must be one of the supported ones: "
                + PaymentToken.Version.allCases.map(\.rawValue).joined(separator: " and ")
        case .malformed(let members):
            members.map { "`\($0)`" }.joined(separator: ", ")
                + (members.count == 1
                    ? " is missing or malformed" : " are missing or malformed")
        case .unknownKey: "`publicKeyHash` does not match the key's certificate"
        case .notASignature:
            "`signature` is not a detached CMS signature by a single signer with SHA-256"
        case .wrongCertificates:
            "the signature does not contain exactly Apple's two certificates"
        case .untrustedChain:
            "the certificates do not chain to the pinned root, or were not valid at the signing "
                + "time"
        case .wrongSigner: "the signing certificate lacks Apple's extension for payments"
        case .sandboxSigner:
            "the token was signed by Apple's sandbox; a live merchant requires production tokens"
        case .badSignature: "the signature does not match the token's content"
        case .stale: "the token was signed more than five minutes before or after its receipt"
        case .notDecrypted: "the token cannot be decrypted with this key and merchant identifier"
        case .unreadable(let member): "in the decrypted data, `\(member)` is missing or malformed"
        }
    }
}

extension TokenFault: Refusal {
    package var problem: ProblemDetails {
        .invalid("/payment/token/paymentData", detail, code: code)
    }

    /// One code for every check against forgery; the sentence says which check failed.
    package var code: String {
        switch self {
        case .unknownVersion, .malformed, .unreadable: "token_malformed"
        case .unknownKey: "token_key_unknown"
        case .notASignature, .wrongCertificates, .untrustedChain, .wrongSigner, .sandboxSigner,
            .badSignature:
            "token_untrusted"
        case .stale: "token_stale"
        case .notDecrypted: "token_not_decrypted"
        }
    }

    /// The explanation for an operator; for an unknown key, the merchant's own remedy: store
    /// another certificate.
    package var detail: String {
        guard self == .unknownKey else { return explanation }
        return
            "none of the merchant's paymentProcessing certificates matches this `publicKeyHash`: "
            + "store the matching one with POST /v1/certificates"
    }
}
