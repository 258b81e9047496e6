import Vocabulary

// What is asked of a processor after the authorisation. Each request has a key of its own, the
// identifier of our row for it, and repeating it changes nothing: that is how a worker finds out
// what became of one whose answer was lost.

/// Takes what was authorised, or a part of it.
package struct CaptureRequest: Hashable, Sendable {
    package let key: AttemptKey
    /// The authorisation that it is taken of.
    package let charge: AttemptKey
    package let amount: Money
    /// Whether what is left of the hold is given back.
    package let isLast: Bool

    package init(key: AttemptKey, charge: AttemptKey, amount: Money, isLast: Bool) {
        self.key = key
        self.charge = charge
        self.amount = amount
        self.isLast = isLast
    }
}

package enum CaptureOutcome: Hashable, Sendable {
    /// The processor's own name for it.
    case captured(reference: String)
    case refused(SettlementRefusal)
    /// Taken up and not decided; a repetition of the request knows.
    case pending
}

/// Raises what is held by an amount; the key is that of the capture that needs it.
package struct IncrementRequest: Hashable, Sendable {
    package let key: AttemptKey
    package let charge: AttemptKey
    package let amount: Money

    package init(key: AttemptKey, charge: AttemptKey, amount: Money) {
        self.key = key
        self.charge = charge
        self.amount = amount
    }
}

package enum IncrementOutcome: Hashable, Sendable {
    case approved(captureBefore: Instant)
    case declined(DeclineReason)
    case refused(SettlementRefusal)
    case pending
}

/// Gives back what was taken, or a part of it.
package struct RefundRequest: Hashable, Sendable {
    package let key: AttemptKey
    package let charge: AttemptKey
    package let amount: Money

    package init(key: AttemptKey, charge: AttemptKey, amount: Money) {
        self.key = key
        self.charge = charge
        self.amount = amount
    }
}

package enum RefundOutcome: Hashable, Sendable {
    case succeeded(reference: String)
    /// On its way; a repetition of the request, or a notice, says how it ended.
    case pending(reference: String)
    case failed(SettlementRefusal)
}

/// Why a processor does not move money, for certain: nothing was moved by this key.
package enum SettlementRefusal: String, Hashable, Sendable, CaseIterable {
    /// The hold is over.
    case expired
    /// More than is held, or than was taken.
    case exceeds
    /// The authorisation was voided, declined, or never known.
    case noSuchCharge = "no_such_charge"
    /// The card's account is closed, or its bank refuses.
    case refusedByBank = "refused_by_bank"
    /// This processor, or this card, cannot do it.
    case unsupported
}

/// What a buyer's bank does about a charge, as the processor tells it.
package struct DisputeReport: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, CaseIterable { case opened, won, lost }

    /// The processor's own name for it.
    package let reference: String
    package let charge: AttemptKey
    package let amount: Money
    /// The network's word for why, such as `fraudulent`.
    package let reason: String
    package let state: State

    package init(
        reference: String, charge: AttemptKey, amount: Money, reason: String, state: State
    ) {
        self.reference = reference
        self.charge = charge
        self.amount = amount
        self.reason = reason
        self.state = state
    }
}
