/// What is known of a processor's health: pure, with the time from outside.
///
/// Payments and everything else are counted apart: a processor that still tells what it knows may have
/// stopped charging, and its answers to workers must not hide that. Both open the breaker; only a
/// payment closes it.
package struct BreakerState: Hashable, Sendable {
    /// What a call came to, as far as it tells of the processor.
    package enum Sign: Sendable {
        case answered
        /// No answer, or one that cannot be read.
        case failed
        /// It tells nothing: the request was refused for its own sake.
        case neither
    }

    package enum Phase: Hashable, Sendable {
        case closed
        /// Nobody is let through before this moment; then one is, to try.
        case open(until: UInt64)
        /// One payment tries. If nothing is heard of it by this moment, another may.
        case trying(until: UInt64)
    }

    package private(set) var phase = Phase.closed
    private var payments = Streak()
    private var others = Streak()

    package init() {}

    /// Whether a payment is let through; if so, what it comes to must be noted.
    package mutating func admits(at now: UInt64) -> Bool {
        switch phase {
        case .closed: return true
        case .open(let moment), .trying(let moment):
            guard now >= moment else { return false }
            phase = .trying(until: now + Self.tryingNanoseconds)
            return true
        }
    }

    /// Takes in what a payment came to.
    package mutating func note(payment sign: Sign, at now: UInt64) {
        switch sign {
        case .answered: self = BreakerState()
        case .neither:
            // It has tried nothing: the next one may.
            if case .trying = phase { phase = .open(until: now) }
        case .failed:
            switch phase {
            case .trying: phase = .open(until: now + Self.pauseNanoseconds)
            // One that was let through before it opened says nothing new.
            case .open: return
            case .closed: if payments.grows(at: now) { open(at: now) }
            }
        }
    }

    /// Takes in what another call came to. It is never held up, and while the breaker is open it neither
    /// takes the one try away nor puts it off.
    package mutating func note(other sign: Sign, at now: UInt64) {
        switch sign {
        case .neither: return
        case .answered:
            others = Streak()
            // Whoever answers workers may charge again: a payment may try at once.
            if case .open(let moment) = phase { phase = .open(until: min(moment, now)) }
        case .failed:
            if phase == .closed, others.grows(at: now) { open(at: now) }
        }
    }

    private mutating func open(at now: UInt64) {
        (payments, others) = (Streak(), Streak())
        phase = .open(until: now + Self.pauseNanoseconds)
    }

    /// Failures without an answer between them.
    private struct Streak: Hashable, Sendable {
        var count = 0
        var beganAt: UInt64 = 0

        /// Whether there were enough of them.
        mutating func grows(at now: UInt64) -> Bool {
            if count == 0 || now &- beganAt > BreakerState.windowNanoseconds {
                (count, beganAt) = (0, now)
            }
            count += 1
            return count >= BreakerState.failuresMax
        }
    }

    /// So many in a row are no accident; of one in a hundred, five in a row are one in ten billion.
    package static let failuresMax = 5
    /// Those of an hour in which nobody bought anything are no row. A payment that nobody answers takes
    /// twenty seconds.
    package static let windowNanoseconds: UInt64 = 60_000_000_000
    /// Long enough to spare buyers twenty seconds of waiting each, short enough to lose few sales after.
    package static let pauseNanoseconds: UInt64 = 10_000_000_000
    /// Longer than a payment waits for its answer.
    package static let tryingNanoseconds: UInt64 = 30_000_000_000
}
