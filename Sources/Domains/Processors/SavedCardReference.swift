/// A processor's reference to a saved card, for charges without the buyer (docs/rules/money.md#20).
///
/// It is never an account number or a cryptogram: only the processor can use these identifiers.
package struct SavedCardReference: Hashable, Sendable {
    /// The processor's own identifier of the card.
    package let reference: String
    /// The network transaction identifier of the buyer's payment, which later charges cite.
    package let networkTransaction: String?
    /// Apple's identifier of the merchant token, which outlives the device; nil for a device token.
    package let merchantToken: String?

    /// Prefix of merchant tokens that exist only in the sandbox. The server never asks Apple about
    /// them.
    package static let simulatedPrefix = "sandbox_token_"

    /// True if Apple issued the merchant token.
    package var isKnownToApple: Bool {
        merchantToken.map { !$0.hasPrefix(Self.simulatedPrefix) } ?? false
    }

    package init(reference: String, networkTransaction: String?, merchantToken: String?) {
        self.reference = reference
        self.networkTransaction = networkTransaction
        self.merchantToken = merchantToken
    }
}

/// The kind of a merchant-initiated payment, as card networks classify it.
package enum MerchantInitiatedKind: String, Hashable, Sendable, CaseIterable {
    /// Charged at agreed intervals.
    case recurring
    /// Charged on an agreed event, for example on a due date or when a balance runs low.
    case unscheduled
}
