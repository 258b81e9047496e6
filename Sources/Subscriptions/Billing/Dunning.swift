import Processors
import Vocabulary

/// What becomes of an invoice that its card did not pay: a rule without a clock or a database.
package struct Dunning: Hashable, Sendable {
    /// Days from one refusal of a bank to the next try.
    package var retryAfterDays: [Int]
    package var finally: FinalAction

    package enum FinalAction: String, CaseIterable, Sendable {
        /// The subscription is canceled, and the invoice given up.
        case cancel
        /// It rests until it is resumed; the invoice is given up.
        case pause
        /// It stays past due until somebody decides.
        case leave
    }

    package init(retryAfterDays: [Int], finally: FinalAction) {
        self.retryAfterDays = retryAfterDays
        self.finally = finally
    }

    /// Four more tries within sixteen days: a pay day is among them.
    package static let usual = Dunning(retryAfterDays: [1, 3, 5, 7], finally: .cancel)

    package enum Step: Hashable, Sendable {
        /// The card is tried again then.
        case retry(at: Instant)
        /// Only the buyer can mend it, by a new sheet; until then it is waited for.
        case askBuyer(until: Instant)
        /// Nothing more is tried: the final action.
        case giveUp
    }

    /// What follows after a bank has refused.
    ///
    /// - Parameters:
    ///   - declines: how often banks have refused it, this time included.
    ///   - firstFailure: when they did for the first time.
    package func step(
        after reason: DeclineReason?, declines: Int, firstFailure: Instant, now: Instant
    ) -> Step {
        let end = firstFailure.adding(seconds: graceSeconds)
        if let reason, reason.isHard {
            return now < end ? .askBuyer(until: end) : .giveUp
        }
        guard declines <= retryAfterDays.count else { return .giveUp }
        return .retry(at: now.adding(seconds: Int64(retryAfterDays[declines - 1]) * 86_400))
    }

    /// What rests is tried when its subscription goes on; so often it is looked at all the same.
    static let restSeconds: Int64 = 30 * 86_400

    /// How long a buyer has to bring another card.
    var graceSeconds: Int64 { Int64(retryAfterDays.reduce(0, +)) * 86_400 }

    /// How long it is waited before a processor that could not be asked is asked again. Nobody has
    /// refused anything: it does not count as a try.
    package static func pauseSeconds(afterFaults faults: Int) -> Int64 {
        min(3_600, 30 << Int64(min(max(0, faults - 1), 7)))
    }
}

extension DeclineReason {
    /// Whether trying the same card again is useless, and banks punish it.
    package var isHard: Bool {
        switch self {
        case .expiredCard, .lostCard, .authenticationRequired, .unlinked, .cardNotSupported: true
        case .declined, .insufficientFunds, .doNotHonor, .billingAddress: false
        }
    }
}
