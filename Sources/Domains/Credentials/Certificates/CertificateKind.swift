/// The purpose for which Apple issued a merchant's certificate (docs/rules/apple.md#4).
package enum CertificateKind: String, Hashable, Sendable, CaseIterable {
    /// Authenticates the merchant in TLS when the server requests a merchant session.
    case merchantIdentity
    /// Payment tokens are encrypted with its key.
    case paymentProcessing
    /// Signs the passes of one pass type (docs/rules/apple.md#7).
    case passType
    /// Signs the orders of one order type (docs/rules/apple.md#8).
    case orderType

    /// True for the kinds that carry the merchant's single Apple merchant identifier.
    var isOfMerchant: Bool { signer == nil }

    /// The kind of signer for Wallet; nil for kinds that do not sign.
    package var signer: SignerKind? {
        switch self {
        case .merchantIdentity, .paymentProcessing: nil
        case .passType: .passType
        case .orderType: .orderType
        }
    }

    /// The spelling in the database.
    var stored: String {
        switch self {
        case .merchantIdentity: "merchant_identity"
        case .paymentProcessing: "payment_processing"
        case .passType: "pass_type"
        case .orderType: "order_type"
        }
    }

    init?(stored: String) {
        guard let kind = Self.allCases.first(where: { $0.stored == stored }) else { return nil }
        self = kind
    }
}
