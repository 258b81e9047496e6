import Vocabulary

/// What shall become of money after its authorisation, as a token says it when it pays.
package struct SimulatedSettlements: Hashable, Sendable {
    /// Nothing means "as the amount says", for each of them.
    package let capture: SimulatedMovement?
    package let increment: SimulatedIncrement?
    package let refund: SimulatedMovement?
    package let dispute: SimulatedDispute?
    /// How long what is slow takes and what is pending stays so; nothing means their own.
    package let milliseconds: Int64?
    /// How long an amount is held; nothing means as long as most cards' networks hold it.
    package let holdSeconds: Int64?

    package init(
        capture: SimulatedMovement? = nil, increment: SimulatedIncrement? = nil,
        refund: SimulatedMovement? = nil, dispute: SimulatedDispute? = nil,
        milliseconds: Int64? = nil, holdSeconds: Int64? = nil
    ) {
        self.capture = capture
        self.increment = increment
        self.refund = refund
        self.dispute = dispute
        self.milliseconds = milliseconds
        self.holdSeconds = holdSeconds
    }

    /// What a charge's row keeps of it in columns of its own: the hold's end is a moment there.
    var kept: SimulatedSettlements {
        SimulatedSettlements(
            capture: capture, increment: increment, refund: refund, dispute: dispute,
            milliseconds: milliseconds)
    }

    package static let none = SimulatedSettlements()

    /// An hour is time enough to decide a pending refund by hand.
    package static let milliseconds: ClosedRange<Int64> = 0...3_600_000
    /// Thirty days are the longest that a network holds an amount.
    package static let holdSeconds: ClosedRange<Int64> = 1...2_592_000
}

/// What becomes of a capture or a refund.
package enum SimulatedMovement: String, CaseIterable, Sendable {
    case succeed
    /// The bank refuses: nothing moves.
    case fail
    /// It is done, then the answer is lost; a repetition is answered.
    case unknown
    /// It is done, and the answer cannot be read; a repetition is answered.
    case garbage
    /// It is done, and the answer takes its time.
    case slow
    /// It is taken up, and done after the delay.
    case pending
    /// It is taken up, and refused after the delay.
    case pendingFail = "pending_fail"
}

/// What becomes of a wish to hold more.
package enum SimulatedIncrement: String, CaseIterable, Sendable {
    case succeed
    /// The bank does not approve of more.
    case decline
    /// This card cannot do it.
    case unsupported
    case unknown
    case garbage
    case slow
}

/// What the buyer's bank does when the money was taken.
package enum SimulatedDispute: String, CaseIterable, Sendable {
    case open
}

extension SimulatedMovement {
    /// Amounts of a capture that choose what becomes of it, as those of an authorisation do.
    package static let captureAmounts = amounts(from: 500_001)
    /// The same for refunds.
    package static let refundAmounts = amounts(from: 600_001)

    private static func amounts(
        from first: Int64
    ) -> [(minorUnits: Int64, movement: SimulatedMovement)] {
        let chosen: [SimulatedMovement] = [
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
