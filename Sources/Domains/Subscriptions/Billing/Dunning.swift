import Processors
import Vocabulary

/// The rules for an invoice whose card was declined, without a clock or a database.
package struct Dunning: Hashable, Sendable {
    /// The days from one decline to the next attempt.
    package var retryAfterDays: [Int]
    package var finally: FinalAction

    package enum FinalAction: String, CaseIterable, Sendable {
        /// The subscription is canceled and the invoice becomes uncollectible.
        case cancel
        /// The subscription pauses until it is resumed; the invoice becomes uncollectible.
        case pause
        /// The subscription stays past due until the merchant or the buyer acts.
        case leave
    }

    package init(retryAfterDays: [Int], finally: FinalAction) {
        self.retryAfterDays = retryAfterDays
        self.finally = finally
    }

    /// Four more attempts within sixteen days, which include a payday.
    package static let `default` = Dunning(retryAfterDays: [1, 3, 5, 7], finally: .cancel)

    package enum Step: Hashable, Sendable {
        /// The card is tried again at this time.
        case retry(at: Instant)
        /// Only the buyer can pay, with another card; the server waits for the buyer until this
        /// time.
        case awaitNewCard(until: Instant)
        /// No further attempt follows, only the final action.
        case stopRetrying
    }

    /// The step after a decline.
    ///
    /// - Parameters:
    ///   - declines: the number of declines, this one included.
    ///   - firstFailure: the time of the first decline.
    ///   - scheduledAt: the time of the next scheduled step, if this attempt came before it: a
    ///     manual retry uses up no scheduled attempt, and moves none.
    package func step(
        after reason: DeclineReason?, declines: Int, firstFailure: Instant,
        scheduledAt: Instant? = nil, now: Instant
    ) -> Step {
        let end = firstFailure.adding(seconds: graceSeconds)
        let isHard = reason?.isHard ?? false
        if let scheduledAt {
            return isHard ? .awaitNewCard(until: scheduledAt) : .retry(at: scheduledAt)
        }
        if isHard { return now < end ? .awaitNewCard(until: end) : .stopRetrying }
        guard declines <= retryAfterDays.count else { return .stopRetrying }
        return .retry(at: now.adding(seconds: Int64(retryAfterDays[declines - 1]) * 86_400))
    }

    /// The interval at which the worker checks an invoice of a paused subscription, which is
    /// charged after the pause.
    static let pausedRecheckSeconds: Int64 = 30 * 86_400

    /// The time that a buyer has to provide another card.
    var graceSeconds: Int64 { Int64(retryAfterDays.reduce(0, +)) * 86_400 }

    /// The delay before another call to a processor that could not be reached. No bank declined the
    /// card, so it does not count as an attempt.
    package static func backoffSeconds(afterFaults faults: Int) -> Int64 {
        min(3_600, 30 << Int64(min(max(0, faults - 1), 7)))
    }
}

extension DeclineReason {
    /// True if another attempt with the same card is useless, and card networks penalize it.
    package var isHard: Bool {
        switch self {
        case .expiredCard, .lostCard, .authenticationRequired, .unlinked, .cardNotSupported: true
        case .declined, .insufficientFunds, .doNotHonor, .billingAddress: false
        }
    }
}
