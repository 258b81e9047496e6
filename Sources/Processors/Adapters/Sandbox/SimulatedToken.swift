import Vocabulary

/// A payment token that says what the sandbox shall do with it.
///
/// At the door it is `{"sandbox": {"outcome", "capture", …}}` in `payment.token.paymentData`; each
/// member may be absent. docs/sandbox.md is the user's page.
package struct SimulatedToken: Hashable, Sendable {
    /// What shall happen; nothing means "as the amount says".
    package let outcome: SimulatedOutcome?
    /// How long the answer takes, or for a late success how long nothing is known, in
    /// milliseconds; nothing means the outcome's own.
    package let delayMilliseconds: Int64?
    package let issuingCountry: Country?
    /// What shall become of the money later.
    package let later: SimulatedSettlements
    /// What shall become of later charges of the card, if it is kept: of the first, of the second, …
    /// The last one holds for all that follow; none means "as the amount says".
    package let renewals: [SimulatedOutcome]
    /// Whether a card that is kept is a merchant token, as Apple Pay gives them; else a device's.
    package let isMerchantToken: Bool
    /// As Apple calls it; one that is simulated has no name of Apple's, and is given one of ours.
    package let merchantTokenIdentifier: String?

    package init(
        outcome: SimulatedOutcome? = nil, delayMilliseconds: Int64? = nil,
        issuingCountry: Country? = nil, later: SimulatedSettlements = .none,
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

    /// A real token has no wishes: the amount says what happens.
    init(of opened: OpenedToken) {
        let identifier = opened.payload.merchantTokenIdentifier
        self.init(isMerchantToken: identifier != nil, merchantTokenIdentifier: identifier)
    }

    /// Longer than any limit that a caller has, short enough to wait for.
    package static let delayMilliseconds: ClosedRange<Int64> = 0...60_000
    /// More than any test of a schedule needs.
    package static let renewalsMax = 100
}
