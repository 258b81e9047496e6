import Vocabulary

/// The sandbox's decision on a capture, increment or refund, as far as the charge allows it.
///
/// It is made from the charge's token and the amount, before the sandbox does anything.
struct SandboxOperationPlan: Hashable, Sendable {
    enum Answer: Hashable, Sendable { case given, lost, garbage }

    /// The reason for a refusal, at once or at the end of a pending operation.
    var refusal: SandboxOperation.Reason?
    /// True if the decision comes only after a delay.
    var isPending = false
    /// The answer to the first request; a repeated one always gets the result.
    var answer = Answer.given
    /// The delay of the answer, or of the decision if it is pending.
    var milliseconds: Int64 = 0

    init(capture amount: Int64, simulation: SimulatedOperations) {
        let chosen = SimulatedOperation.captureAmounts.first { $0.minorUnits == amount }?.movement
        self.init(simulation.capture ?? chosen ?? .succeed, simulation.milliseconds)
    }

    init(refund amount: Int64, simulation: SimulatedOperations) {
        let chosen = SimulatedOperation.refundAmounts.first { $0.minorUnits == amount }?.movement
        self.init(simulation.refund ?? chosen ?? .succeed, simulation.milliseconds)
    }

    private init(_ movement: SimulatedOperation, _ milliseconds: Int64?) {
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

    init(increment amount: Int64, simulation: SimulatedOperations) {
        let chosen = SimulatedIncrement.amounts.first { $0.minorUnits == amount }?.increment
        switch simulation.increment ?? chosen ?? .succeed {
        case .succeed: break
        case .decline: refusal = .declined(.insufficientFunds)
        case .unsupported: refusal = .refused(.unsupported)
        case .unknown: answer = .lost
        case .garbage: answer = .garbage
        case .slow: milliseconds = simulation.milliseconds ?? Self.slowMilliseconds
        }
    }

    /// The delay of the answer to the caller.
    var answerMilliseconds: Int64 { isPending ? 0 : milliseconds }
    /// The delay until a pending operation ends.
    var dueMilliseconds: Int64 { isPending ? milliseconds : 0 }

    static let slowMilliseconds: Int64 = 3_000
    static let pendingMilliseconds: Int64 = 10_000
}
