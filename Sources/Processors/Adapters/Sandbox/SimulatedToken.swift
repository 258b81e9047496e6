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

    package init(
        outcome: SimulatedOutcome? = nil, delayMilliseconds: Int64? = nil,
        issuingCountry: Country? = nil, later: SimulatedSettlements = .none
    ) {
        self.outcome = outcome
        self.delayMilliseconds = delayMilliseconds
        self.issuingCountry = issuingCountry
        self.later = later
    }

    /// Longer than any limit that a caller has, short enough to wait for.
    package static let delayMilliseconds: ClosedRange<Int64> = 0...60_000
}
