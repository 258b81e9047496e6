import Vocabulary

/// The sandbox's decision on a request, made from the request alone before it does anything.
struct SandboxAuthorizationPlan: Hashable, Sendable {
    enum PlannedDecision: Hashable, Sendable {
        /// Approve this number of minor units.
        case charge(Int64)
        case decline(DeclineReason)
        /// The request never arrives: the sandbox stores and answers nothing.
        case nothing
    }

    enum Answer: Hashable, Sendable {
        case given
        case lost
    }

    let outcome: SimulatedOutcome
    let decision: PlannedDecision
    let answer: Answer
    /// The delay of the answer.
    let answerMilliseconds: Int64
    /// The time during which the record stays hidden.
    let hiddenMilliseconds: Int64

    init(token: SimulatedToken, amount: Money) {
        let outcome = token.outcome ?? .chosen(by: amount)
        let delay = token.delayMilliseconds ?? outcome.defaultDelayMilliseconds
        self.outcome = outcome
        decision = SandboxAuthorizationPlan.decision(of: outcome, on: amount.minorUnits)
        answer = outcome == .unknown ? .lost : .given
        answerMilliseconds = outcome == .lateSuccess ? 0 : delay
        hiddenMilliseconds = outcome == .lateSuccess ? delay : 0
    }

    private static func decision(of outcome: SimulatedOutcome, on amount: Int64) -> PlannedDecision
    {
        switch outcome {
        case .approve, .unknown, .lateSuccess, .slow: .charge(amount)
        case .decline: .decline(.declined)
        case .insufficientFunds: .decline(.insufficientFunds)
        case .doNotHonor: .decline(.doNotHonor)
        case .billingPostalCodeMismatch: .decline(.billingAddress(.postalCode))
        case .billingAddressUnknown: .decline(.billingAddress(.addressLines))
        // Half of an amount below two minor units is not a whole number of them.
        case .partial: amount < 2 ? .decline(.insufficientFunds) : .charge(amount / 2)
        case .timeout, .unreachable: .nothing
        case .expiredCard: .decline(.expiredCard)
        case .lostCard: .decline(.lostCard)
        case .authenticationRequired: .decline(.authenticationRequired)
        case .unlinked: .decline(.unlinked)
        }
    }
}
