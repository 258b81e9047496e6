import Vocabulary

/// What is to be done about a subscription, and when: a pure rule. Each step is one, and the next one
/// follows from what it leaves.
enum Agenda: Hashable, Sendable {
    /// The merchant is told of the next charge, and of a trial's end.
    case announce
    /// The next period begins.
    case renew
    /// The period is over, and no other follows.
    case end(Subscription.State)
    /// The pause is over.
    case resume

    /// What is owed comes first: the next period is neither told of nor begun before that.
    var waitsForDebts: Bool {
        switch self {
        case .announce, .renew: true
        case .end, .resume: false
        }
    }

    /// So long before, or as long as the period has run when it is shorter.
    static let noticeSeconds: Int64 = 7 * 86_400
}

extension Subscription {
    /// The next step and its moment; nothing for what is over, rests, or waits for its buyer.
    var agenda: (step: Agenda, at: Instant)? {
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
            if announced <= period {
                return (
                    .announce, max(periodStart, periodEnd.adding(seconds: -Agenda.noticeSeconds))
                )
            }
            return (.renew, periodEnd)
        }
    }

    /// When its next step is due; nothing where it waits for an invoice, and whoever ends that says when.
    func due(isOwing: Bool) -> Instant? {
        guard let (step, at) = agenda else { return nil }
        return isOwing && step.waitsForDebts ? nil : at
    }

    /// Makes a period the one that runs.
    mutating func enter(_ period: Int) {
        self.period = period
        periodStart = schedule.start(of: period)
        periodEnd = schedule.start(of: period + 1)
        kind = schedule.phase(of: period)?.kind ?? .regular
        worth = .zero(terms.currency)
    }

    /// Ends it; it is never due again.
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

/// Which of the periods that have begun are charged, and which are free.
struct Renewal: Hashable, Sendable {
    /// In their order; the last one is the period that runs then.
    let periods: [(period: Int, isCharged: Bool)]

    static func == (one: Renewal, other: Renewal) -> Bool {
        one.periods.map(\.period) == other.periods.map(\.period)
            && one.periods.map(\.isCharged) == other.periods.map(\.isCharged)
    }

    func hash(into hasher: inout Hasher) { for period in periods { hasher.combine(period.period) } }

    /// - Parameters:
    ///   - next: the first that has begun and is not billed.
    ///   - latest: the last that has begun.
    init(from next: Int, to latest: Int, policy: PlanTerms.MissedPeriods) {
        switch policy {
        case .billEach:
            // One at a time: what is not paid holds up the next.
            periods = [(next, true)]
        case .billOnce:
            let last = min(latest, next + Renewal.periodsMax - 1)
            periods = (next...last).map { ($0, $0 == latest) }
        case .skip:
            let last = min(latest, next + Renewal.periodsMax - 1)
            // A single one has not been missed: it begins just now.
            periods = (next...last).map { ($0, latest == next) }
        }
    }

    /// So many in one step; the next step takes the rest.
    static let periodsMax = 500
}
