/// What Apple has issued a merchant's certificate for (contracts part 4).
package enum CertificateKind: String, Hashable, Sendable, CaseIterable {
    /// Stands for the merchant in TLS, when a session is asked for.
    case merchantIdentity
    /// Payment tokens are encrypted for it.
    case paymentProcessing
    /// Signs the passes of one pass type (contracts part 7).
    case passType
    /// Signs the orders of one order type (contracts part 8).
    case orderType

    /// Whether it is of the merchant itself, by whose one identifier Apple is asked.
    var isOfMerchant: Bool { signer == nil }

    /// What it signs for Wallet; nothing when it signs nothing.
    package var signer: SignerKind? {
        switch self {
        case .merchantIdentity, .paymentProcessing: nil
        case .passType: .passType
        case .orderType: .orderType
        }
    }

    /// As the database spells it.
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
