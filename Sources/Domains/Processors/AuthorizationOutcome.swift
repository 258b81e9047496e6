import Vocabulary

/// A processor's answer to an authorization request. A repeated request with the same key gets the
/// outcome of the first, as it is by then.
package enum AuthorizationOutcome: Hashable, Sendable {
    case approved(Approval)
    case declined(DeclineReason)
    /// The processor has authorized less than the requested amount. The caller voids it, and the
    /// sheet shows that funds are insufficient (docs/rules/money.md#9).
    case partiallyApproved(Approval)
    /// The processor has received the request and has not decided yet; a later `find` returns the
    /// outcome.
    case pending
    /// The authorization was voided, or the captured amount was refunded.
    case voided
}

/// Money that a processor has authorized or captured for one attempt.
package struct Approval: Hashable, Sendable {
    /// The processor's own identifier of the charge.
    package let reference: String
    package let amount: Money
    /// The card network's transaction identifier, stored to charge the card again
    /// (docs/rules/money.md#20).
    package let networkTransaction: String?
    /// The country of the card's issuer, if the processor reports it (docs/rules/money.md#11).
    package let issuingCountry: Country?
    /// The time at which the authorization expires. The adapter supplies it; callers never assume a
    /// constant (docs/rules/money.md#10).
    package let captureBefore: Instant
    /// True if the amount was captured at once.
    package let isCaptured: Bool
    package let card: CardDisplay
    /// The reference for charging the saved card again; nil if the request did not ask to save it.
    package let savedCard: SavedCardReference?

    package init(
        reference: String, amount: Money, networkTransaction: String?, issuingCountry: Country?,
        captureBefore: Instant, isCaptured: Bool, card: CardDisplay,
        savedCard: SavedCardReference? = nil
    ) {
        self.reference = reference
        self.amount = amount
        self.networkTransaction = networkTransaction
        self.issuingCountry = issuingCountry
        self.captureBefore = captureBefore
        self.isCaptured = isCaptured
        self.card = card
        self.savedCard = savedCard
    }
}
