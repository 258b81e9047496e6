import Vocabulary

// Requests to a processor after the authorization. Each has a key of its own, the identifier of our
// row for it, and repeating it changes nothing: a worker repeats a request whose answer was lost to
// learn its outcome.

/// Captures an authorized amount or a part of it.
package struct CaptureRequest: Hashable, Sendable {
    package let key: AttemptKey
    /// The key of the authorization to capture.
    package let charge: AttemptKey
    package let amount: Money
    /// True releases the uncaptured rest of the authorization.
    package let isLast: Bool

    package init(key: AttemptKey, charge: AttemptKey, amount: Money, isLast: Bool) {
        self.key = key
        self.charge = charge
        self.amount = amount
        self.isLast = isLast
    }
}

package enum CaptureOutcome: Hashable, Sendable {
    /// The reference is the processor's own identifier of the capture, or of the payment if its
    /// captures have none, as at Stripe.
    case captured(reference: String)
    case refused(PaymentOperationRefusal)
    /// Accepted and not decided yet; repeating the request returns the outcome.
    case pending
}

/// Raises the authorized amount; the key is that of the capture that needs the increment.
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
    case refused(PaymentOperationRefusal)
    case pending
}

/// Refunds a captured amount or a part of it.
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
    /// In progress; repeating the request, or a notice, reports the outcome.
    case pending(reference: String)
    case failed(PaymentOperationRefusal)
}

/// A definite refusal by the processor: this key moved no money.
package enum PaymentOperationRefusal: String, Hashable, Sendable, CaseIterable {
    /// The authorization has expired, or was ended by a last capture, by a void after a partial
    /// capture, or at the processor.
    case expired
    /// The amount exceeds what is left to capture or to refund. Stripe has no code for this, so its
    /// unknown refusals of refunds count as this one.
    case exceeds
    /// The authorization was declined or voided as a whole, or is unknown.
    case noSuchCharge = "no_such_charge"
    /// The bank refuses, the card's account is closed, or a dispute blocks the refund.
    case refusedByBank = "refused_by_bank"
    /// This processor or this card does not support the operation, or not in this currency.
    /// Stripe's unknown refusals of captures and increments count as this one.
    case unsupported
}

/// A dispute of a charge by the buyer's bank, as the processor reports it.
package struct DisputeReport: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, CaseIterable { case opened, won, lost }

    /// The processor's own identifier of the dispute.
    package let reference: String
    package let charge: AttemptKey
    package let amount: Money
    /// The network's reason, such as `fraudulent`.
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
