/// The state of a processor's circuit breaker: pure, with the time from outside.
///
/// All moments are microseconds of a clock that is never set back.
///
/// Payments and all other calls are counted separately: a processor that still answers queries may
/// have stopped charging, and its answers to workers must not hide that. Failures of both kinds
/// open the breaker; only a payment closes it.
package struct BreakerState: Hashable, Sendable {
    /// The result of a call as a sign of the processor's health.
    package enum Sign: Sendable {
        case answered
        /// No answer, or an unreadable one.
        case failed
        /// No sign of health: the request was refused because of the request itself.
        case neither
    }

    package enum Phase: Hashable, Sendable {
        case closed
        /// No payment is admitted before this moment; then one is, as a trial.
        case open(until: Int64)
        /// One payment is the trial. If its result is missing at this moment, another may try.
        case trying(until: Int64)
    }

    package private(set) var phase = Phase.closed
    private var payments = Streak()
    private var others = Streak()

    package init() {}

    /// Returns true if a payment is admitted; the caller must then note its result.
    package mutating func admits(at now: Int64) -> Bool {
        switch phase {
        case .closed: return true
        case .open(let moment), .trying(let moment):
            guard now >= moment else { return false }
            phase = .trying(until: now + Self.tryingMicroseconds)
            return true
        }
    }

    /// Records the result of a payment.
    package mutating func note(payment sign: Sign, at now: Int64) {
        switch sign {
        case .answered: self = BreakerState()
        case .neither:
            // The trial showed nothing: the next payment may try.
            if case .trying = phase { phase = .open(until: now) }
        case .failed:
            switch phase {
            case .trying: phase = .open(until: now + Self.pauseMicroseconds)
            // A payment that was admitted before the breaker opened tells nothing new.
            case .open: return
            case .closed: if payments.grows(at: now) { open(at: now) }
            }
        }
    }

    /// Records the result of another call. Such calls are never blocked, and while the breaker is
    /// open they neither use up the trial nor delay it.
    package mutating func note(other sign: Sign, at now: Int64) {
        switch sign {
        case .neither: return
        case .answered:
            others = Streak()
            // A processor that answers workers may charge again: a payment may try at once.
            if case .open(let moment) = phase { phase = .open(until: min(moment, now)) }
        case .failed:
            if phase == .closed, others.grows(at: now) { open(at: now) }
        }
    }

    private mutating func open(at now: Int64) {
        (payments, others) = (Streak(), Streak())
        phase = .open(until: now + Self.pauseMicroseconds)
    }

    /// Consecutive failures without an answer between them.
    private struct Streak: Hashable, Sendable {
        var count = 0
        var beganAt: Int64 = 0

        /// Counts one failure; returns true once there are enough.
        mutating func grows(at now: Int64) -> Bool {
            if count == 0 || now - beganAt > BreakerState.windowMicroseconds {
                (count, beganAt) = (0, now)
            }
            count += 1
            return count >= BreakerState.failuresMax
        }
    }

    /// Five in a row are no accident: at a failure rate of one in a hundred, that is one in ten
    /// billion.
    package static let failuresMax = 5
    /// Failures that are spread over an hour without buyers are not consecutive. A payment without
    /// an answer takes twenty seconds by default.
    package static let windowMicroseconds: Int64 = 60_000_000
    /// Long enough to spare buyers the wait for a timeout, short enough to lose few sales after the
    /// processor recovers.
    package static let pauseMicroseconds: Int64 = 10_000_000
    /// Longer than a payment waits for its answer.
    package static let tryingMicroseconds: Int64 = 30_000_000
}
