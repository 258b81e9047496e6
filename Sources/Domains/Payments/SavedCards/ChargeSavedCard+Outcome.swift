import Checkouts

extension ChargeSavedCard {
    /// The outcome of a charge of a saved card.
    package enum Outcome: Hashable, Sendable {
        case paid
        /// The checkout was paid by another call, such as one with another card or by balances.
        case paidOtherwise
        /// A bank, or a rule of the merchant, declined it.
        case refused(Decline)
        /// The card was not declined, and nothing was charged.
        case notCharged
        /// The outcome is unknown; ask again after this many seconds.
        case checking(seconds: Int)
        /// The checkout cannot be paid any more: a new one is needed.
        case gone
    }
}

extension ChargeSavedCard.Outcome {
    init(_ answer: AuthorizationAnswer) {
        if answer.isSuccess {
            self = .paid
        } else if answer.isUnknown || answer.attempt == nil {
            self = .checking(seconds: Int(Attempt.retrySeconds))
        } else if let decline = answer.attempt?.decline {
            self = .refused(decline)
        } else {
            self = .notCharged
        }
    }
}
