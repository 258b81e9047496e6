import Vocabulary

/// What the sandbox does with a request for money after the authorisation, as far as it may: decided
/// before it does anything, from the charge's token and the amount.
struct SettlementPlan: Hashable, Sendable {
    enum Answer: Hashable, Sendable { case given, lost, garbage }

    /// Why it shall not be done, or not in the end.
    var refusal: SandboxSettlement.Reason?
    /// Whether it is decided only after a while.
    var isPending = false
    /// The first one; who asks again is answered.
    var answer = Answer.given
    /// How long the answer takes, or the decision when it is pending.
    var milliseconds: Int64 = 0

    init(capture amount: Int64, wishes: SimulatedSettlements) {
        let chosen = SimulatedMovement.captureAmounts.first { $0.minorUnits == amount }?.movement
        self.init(wishes.capture ?? chosen ?? .succeed, wishes.milliseconds)
    }

    init(refund amount: Int64, wishes: SimulatedSettlements) {
        let chosen = SimulatedMovement.refundAmounts.first { $0.minorUnits == amount }?.movement
        self.init(wishes.refund ?? chosen ?? .succeed, wishes.milliseconds)
    }

    private init(_ movement: SimulatedMovement, _ milliseconds: Int64?) {
        switch movement {
        case .succeed: break
        case .fail: refusal = .refused(.refusedByBank)
        case .unknown: answer = .lost
        case .garbage: answer = .garbage
        case .slow: self.milliseconds = milliseconds ?? Self.slowMilliseconds
        case .pending, .pendingFail:
            isPending = true
            refusal = movement == .pendingFail ? .refused(.refusedByBank) : nil
            self.milliseconds = milliseconds ?? Self.pendingMilliseconds
        }
    }

    init(increment amount: Int64, wishes: SimulatedSettlements) {
        let chosen = SimulatedIncrement.amounts.first { $0.minorUnits == amount }?.increment
        switch wishes.increment ?? chosen ?? .succeed {
        case .succeed: break
        case .decline: refusal = .declined(.insufficientFunds)
        case .unsupported: refusal = .refused(.unsupported)
        case .unknown: answer = .lost
        case .garbage: answer = .garbage
        case .slow: milliseconds = wishes.milliseconds ?? Self.slowMilliseconds
        }
    }

    /// How long a caller waits for an answer.
    var answerMilliseconds: Int64 { isPending ? 0 : milliseconds }
    /// After how long what is pending ends.
    var dueMilliseconds: Int64 { isPending ? milliseconds : 0 }

    static let slowMilliseconds: Int64 = 3_000
    static let pendingMilliseconds: Int64 = 10_000
}
