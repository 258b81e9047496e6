import Vocabulary

/// The next step of a subscription, and its moment: a pure rule. A worker takes one step at a time,
/// and each step determines the next one.
enum NextBillingAction: Hashable, Sendable {
    /// Announces the next charge and a trial's end with events.
    case announce
    /// Starts the next period.
    case renew
    /// Ends the subscription at the end of its last period.
    case end(Subscription.State)
    /// Ends the pause.
    case resume

    /// Unpaid invoices come first: the next period is neither announced nor started before they are
    /// paid.
    var waitsForOpenInvoices: Bool {
        switch self {
        case .announce, .renew: true
        case .end, .resume: false
        }
    }

    /// The time between the announcement and the end of the current period. If the period is
    /// shorter, the announcement comes at its start.
    static let noticeSeconds: Int64 = 7 * 86_400
}

extension Subscription {
    /// The next step and its time. Nil if the subscription is over; also if it is past due, or
    /// paused without a date, and does not end with its period.
    var nextAction: (step: NextBillingAction, at: Instant)? {
        switch state {
        case .canceled, .ended: return nil
        case .paused:
            if let resumesAt, !endsWithPeriod || resumesAt < periodEnd {
                return (.resume, resumesAt)
            }
            return endsWithPeriod ? (.end(.canceled), periodEnd) : nil
        case .pastDue: return endsWithPeriod ? (.end(.canceled), periodEnd) : nil
        case .trialing, .active:
            if endsWithPeriod { return (.end(.canceled), periodEnd) }
            if next == nil, schedule.phase(of: period + 1) == nil {
                return (.end(.ended), periodEnd)
            }
            if announcedPeriod <= period {
                return (
                    .announce,
                    max(periodStart, periodEnd.adding(seconds: -NextBillingAction.noticeSeconds))
                )
            }
            return (.renew, periodEnd)
        }
    }

    /// The time at which the next step is due; nil if there is none, or while an open invoice holds
    /// it up: the operation that ends the invoice then sets the date.
    func dueDate(hasOpenInvoice: Bool) -> Instant? {
        guard let (step, at) = nextAction else { return nil }
        return hasOpenInvoice && step.waitsForOpenInvoices ? nil : at
    }

    /// Makes a period the current one.
    mutating func enter(_ period: Int) {
        self.period = period
        periodStart = schedule.start(of: period)
        periodEnd = schedule.start(of: period + 1)
        kind = schedule.phase(of: period)?.kind ?? .regular
    }

    /// Ends the subscription; it is never due again.
    mutating func end(as state: State, because reason: Reason?, at now: Instant) {
        self.state = state
        self.reason = reason
        pausedAt = nil
        resumesAt = nil
        next = nil
        endsWithPeriod = false
        endedAt = now
        dueAt = nil
    }
}

/// The periods that one renewal starts, each charged or skipped.
struct Renewal: Hashable, Sendable {
    /// In order; the last one becomes the current period.
    let periods: [(period: Int, isCharged: Bool)]

    static func == (one: Renewal, other: Renewal) -> Bool {
        one.periods.map(\.period) == other.periods.map(\.period)
            && one.periods.map(\.isCharged) == other.periods.map(\.isCharged)
    }

    func hash(into hasher: inout Hasher) { for period in periods { hasher.combine(period.period) } }

    /// - Parameters:
    ///   - next: the first period that has begun and is not billed.
    ///   - latest: the last period that has begun.
    init(from next: Int, to latest: Int, policy: PlanTerms.MissedPeriods) {
        switch policy {
        case .billEach:
            // One at a time: an unpaid period holds up the next.
            periods = [(next, true)]
        case .billOnce:
            let last = min(latest, next + Renewal.periodsMax - 1)
            periods = (next...last).map { ($0, $0 == latest) }
        case .skip:
            let last = min(latest, next + Renewal.periodsMax - 1)
            // A single period was not missed: it begins just now.
            periods = (next...last).map { ($0, latest == next) }
        }
    }

    /// The most periods that one step starts; the next step starts the rest.
    static let periodsMax = 500
}
