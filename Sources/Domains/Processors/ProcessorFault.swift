/// The reason why a processor gave no answer. A decline by the bank is an outcome, not a fault.
package enum ProcessorFault: Error, Hashable, Sendable {
    /// No answer within the limit; the charge may exist.
    case timeout
    /// The connection broke after the request was sent; the charge may exist.
    case answerLost
    /// The answer is unreadable; the charge may exist.
    case garbage
    /// The request was never sent, or had no effect; nothing was charged.
    case unreachable
    /// The processor rejects the request or does not know the merchant. Nothing was charged, and a
    /// repeated request fails until its cause, such as the merchant's keys, is corrected.
    case rejected
    /// The attempt was closed without a charge before this call; nothing was charged and nothing
    /// will be.
    case closed
    /// The key was used for another amount, currency or card; that other charge may exist.
    case keyReused
}

extension ProcessorFault {
    /// True if the attempt's outcome is unknown. The attempt then blocks a second charge until the
    /// outcome is known (docs/rules/demands.md#32).
    package var mayHaveCharged: Bool {
        switch self {
        case .timeout, .answerLost, .garbage, .keyReused: true
        case .unreachable, .rejected, .closed: false
        }
    }

    /// The same fault for a key that an earlier call has sent. This call charged nothing, but the
    /// server that made the earlier call may have crashed after the charge.
    package var inDoubt: ProcessorFault {
        self == .unreachable || self == .rejected ? .answerLost : self
    }
}
