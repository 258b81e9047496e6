/// By what a processor charges a card again without its buyer (money.md rule 20).
///
/// Never an account number or a cryptogram: names that mean something to the processor only.
package struct KeptCardReference: Hashable, Sendable {
    /// The processor's own name for the card.
    package let reference: String
    /// The card network's name for the payment that the buyer made, which later ones quote.
    package let networkTransaction: String?
    /// Apple's identifier of the merchant token, which outlives the device; nothing for a device's.
    package let merchantToken: String?

    /// With this begins the name of a token that only the sandbox knows: Apple is never asked about it.
    package static let simulatedPrefix = "sandbox_token_"

    /// Whether Apple knows the merchant token.
    package var isKnownToApple: Bool {
        merchantToken.map { !$0.hasPrefix(Self.simulatedPrefix) } ?? false
    }

    package init(reference: String, networkTransaction: String?, merchantToken: String?) {
        self.reference = reference
        self.networkTransaction = networkTransaction
        self.merchantToken = merchantToken
    }
}

/// What kind of payment the merchant makes, as card networks want it said.
package enum LaterPayment: String, Hashable, Sendable, CaseIterable {
    /// At intervals that were agreed.
    case recurring
    /// When something happens that was agreed: a day comes, a balance runs low.
    case unscheduled
}
