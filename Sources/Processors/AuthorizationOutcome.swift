import Vocabulary

/// What a processor says to an authorisation; the same key always gets the same one.
package enum AuthorizationOutcome: Hashable, Sendable {
    case approved(Approval)
    case declined(DeclineReason)
    /// Less than what was asked for is held. The caller voids it and tells the buyer that funds
    /// are insufficient (money.md rule 9).
    case partiallyApproved(Approval)
    /// The processor has the request and has not decided; a later `find` knows.
    case pending
    /// What was held or taken has been given back.
    case voided
}

/// Money that a processor holds, or has taken, for one attempt.
package struct Approval: Hashable, Sendable {
    /// The processor's own name for the charge.
    package let reference: String
    package let amount: Money
    /// The card network's name for it: kept to charge again later (money.md rule 20).
    package let networkTransaction: String?
    /// Where the card was issued, when the processor tells (money.md rule 11).
    package let issuingCountry: Country?
    /// The moment after which a hold is gone; given by the adapter, never a constant of the caller
    /// (money.md rule 10).
    package let captureBefore: Instant
    /// Whether the amount was taken at once.
    package let isCaptured: Bool
    package let card: CardDisplay
    /// By what the card is charged again, where the request wanted it kept.
    package let kept: KeptCardReference?

    package init(
        reference: String, amount: Money, networkTransaction: String?, issuingCountry: Country?,
        captureBefore: Instant, isCaptured: Bool, card: CardDisplay,
        kept: KeptCardReference? = nil
    ) {
        self.reference = reference
        self.amount = amount
        self.networkTransaction = networkTransaction
        self.issuingCountry = issuingCountry
        self.captureBefore = captureBefore
        self.isCaptured = isCaptured
        self.card = card
        self.kept = kept
    }
}
