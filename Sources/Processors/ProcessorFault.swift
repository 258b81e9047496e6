/// Why there is no answer from a processor. A "no" of the bank is an outcome, not a fault.
package enum ProcessorFault: Error, Hashable, Sendable {
    /// No answer within the limit; the charge may exist.
    case timeout
    /// The connection broke after the request had left; the charge may exist.
    case answerLost
    /// The answer cannot be read; the charge may exist.
    case garbage
    /// The request never left, or had no effect; nothing was charged.
    case unreachable
    /// The processor does not take the request, or does not know the merchant: nothing was charged, and
    /// nothing will be until the merchant's own settings are mended.
    case rejected
    /// The attempt was closed as not charged before; nothing was charged and nothing will be.
    case closed
    /// The key was used for another amount, currency or card; the other charge may exist.
    case keyReused
}

extension ProcessorFault {
    /// Whether the attempt's outcome is unknown: it then blocks a second charge until it is known
    /// (user-demands.md 32).
    package var mayHaveCharged: Bool {
        switch self {
        case .timeout, .answerLost, .garbage, .keyReused: true
        case .unreachable, .rejected, .closed: false
        }
    }

    /// What it says of a key that was asked with before: that this call did nothing says nothing of the one before
    /// it, whose server may have died after the charge.
    package var inDoubt: ProcessorFault {
        self == .unreachable || self == .rejected ? .answerLost : self
    }
}
