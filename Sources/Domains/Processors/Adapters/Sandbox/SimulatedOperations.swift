import Vocabulary

/// The outcomes of captures, increments, refunds and disputes that a token requests when it pays.
package struct SimulatedOperations: Hashable, Sendable {
    /// For a capture, an increment or a refund, nil means "as the amount says"; for a dispute,
    /// none.
    package let capture: SimulatedOperation?
    package let increment: SimulatedIncrement?
    package let refund: SimulatedOperation?
    package let dispute: SimulatedDispute?
    /// The delay of slow answers and pending decisions; nil means each outcome's own.
    package let milliseconds: Int64?
    /// The duration of an authorization; nil means seven days, as with most card networks.
    package let holdSeconds: Int64?

    package init(
        capture: SimulatedOperation? = nil, increment: SimulatedIncrement? = nil,
        refund: SimulatedOperation? = nil, dispute: SimulatedDispute? = nil,
        milliseconds: Int64? = nil, holdSeconds: Int64? = nil
    ) {
        self.capture = capture
        self.increment = increment
        self.refund = refund
        self.dispute = dispute
        self.milliseconds = milliseconds
        self.holdSeconds = holdSeconds
    }

    /// The part that a charge's row stores in columns of its own; the row stores the end of the
    /// authorization as a time.
    var stored: SimulatedOperations {
        SimulatedOperations(
            capture: capture, increment: increment, refund: refund, dispute: dispute,
            milliseconds: milliseconds)
    }

    package static let none = SimulatedOperations()

    /// An hour leaves enough time to decide a pending refund by hand.
    package static let milliseconds: ClosedRange<Int64> = 0...3_600_000
    /// An authorization lasts at most thirty days at any network.
    package static let holdSeconds: ClosedRange<Int64> = 1...2_592_000
}

/// The outcome of a capture or a refund.
package enum SimulatedOperation: String, CaseIterable, Sendable {
    case succeed
    /// The bank refuses: nothing moves.
    case fail
    /// The money moves, then the answer is lost; a repeated request is answered.
    case unknown
    /// The money moves, and the answer is unreadable; a repeated request is answered.
    case garbage
    /// The money moves, and the answer is slow.
    case slow
    /// The request is accepted, and succeeds after the delay.
    case pending
    /// The request is accepted, and fails after the delay.
    case pendingFail = "pending_fail"
}

/// The outcome of an increment.
package enum SimulatedIncrement: String, CaseIterable, Sendable {
    case succeed
    /// The bank declines to authorize more.
    case decline
    /// This card does not support increments.
    case unsupported
    case unknown
    case garbage
    case slow
}

/// The action of the buyer's bank after a capture.
package enum SimulatedDispute: String, CaseIterable, Sendable {
    case open
}

extension SimulatedOperation {
    /// Capture amounts that select an outcome, like those of an authorization.
    package static let captureAmounts = amounts(from: 500_001)
    /// Refund amounts that select an outcome.
    package static let refundAmounts = amounts(from: 600_001)

    private static func amounts(
        from first: Int64
    ) -> [(minorUnits: Int64, movement: SimulatedOperation)] {
        let chosen: [SimulatedOperation] = [
            .fail, .unknown, .garbage, .slow, .pending, .pendingFail,
        ]
        return zip(first..., chosen).map { (minorUnits: $0, movement: $1) }
    }
}

extension SimulatedIncrement {
    package static let amounts: [(minorUnits: Int64, increment: SimulatedIncrement)] = [
        (700_001, .decline), (700_002, .unsupported), (700_003, .unknown), (700_004, .garbage),
        (700_005, .slow),
    ]
}
