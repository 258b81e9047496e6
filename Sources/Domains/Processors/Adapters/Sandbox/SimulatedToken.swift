import Vocabulary

/// A payment token that tells the sandbox how to answer.
///
/// In a request it is `{"sandbox": {"outcome", "capture", …}}` in `payment.token.paymentData`; each
/// member may be absent. docs/api/sandbox.md documents it for users.
package struct SimulatedToken: Hashable, Sendable {
    /// The requested outcome; nil means "as the amount says".
    package let outcome: SimulatedOutcome?
    /// The delay of the answer in milliseconds, or of the visibility of a late success; nil means
    /// the outcome's own.
    package let delayMilliseconds: Int64?
    package let issuingCountry: Country?
    /// The requested outcomes of captures, increments, refunds and disputes.
    package let later: SimulatedOperations
    /// The requested outcomes of a saved card's later charges, in order. The last one applies to
    /// all that follow; an empty list means "as the amount says".
    package let renewals: [SimulatedOutcome]
    /// True if a saved card is a merchant token, as Apple Pay issues them; false for a device
    /// token.
    package let isMerchantToken: Bool
    /// Apple's identifier; nil for a simulated token, for which the sandbox creates one.
    package let merchantTokenIdentifier: String?

    package init(
        outcome: SimulatedOutcome? = nil, delayMilliseconds: Int64? = nil,
        issuingCountry: Country? = nil, later: SimulatedOperations = .none,
        renewals: [SimulatedOutcome] = [], isMerchantToken: Bool = true,
        merchantTokenIdentifier: String? = nil
    ) {
        self.outcome = outcome
        self.delayMilliseconds = delayMilliseconds
        self.issuingCountry = issuingCountry
        self.later = later
        self.renewals = renewals
        self.isMerchantToken = isMerchantToken
        self.merchantTokenIdentifier = merchantTokenIdentifier
    }

    /// A real token requests nothing: the amount selects the outcome.
    init(of opened: DecryptedToken) {
        let identifier = opened.payload.merchantTokenIdentifier
        self.init(isMerchantToken: identifier != nil, merchantTokenIdentifier: identifier)
    }

    /// Longer than any caller's limit, short enough to wait for.
    package static let delayMilliseconds: ClosedRange<Int64> = 0...60_000
    /// More than any test of a billing schedule needs.
    package static let renewalsMax = 100
}
