import Carts
import Merchants
import Vocabulary

// How Apple's payment sheet shows a plan (docs/rules/apple.md#1.2,
// docs/rules/demands.md#33 to #35): the charge of today, the interval, and the start of the regular
// price. A pure rule.

extension PlanTerms {
    /// The sheet of a buyer who subscribes now.
    package func sheet(
        from now: Instant, engagement: Engagement
    ) -> PlannedSheet {
        let schedule = Schedule(self, anchor: now)
        return PlannedSheet(
            // A variable amount of the first period is charged once it is known, which may be
            // today.
            lines: today(phases[0]) + later(schedule, from: phases[0].isPending ? -1 : 0),
            recurring: recurring(schedule, from: 0), engagement: engagement)
    }

    /// A free period, and one whose amount is not known yet, appear with an amount of zero.
    func today(_ phase: Phase) -> [LineItem] {
        guard !phase.isPending else {
            return [LineItem(label: name, amount: .zero(currency))]
        }
        return lines(of: phase.amount)
    }

    /// The lines of an amount and the tax that is added to it.
    func lines(of amount: Money) -> [LineItem] {
        var lines = [LineItem(label: name, amount: amount)]
        let added = addedTax(on: amount)
        if added > 0, let tax {
            lines.append(
                LineItem(
                    label: tax.label, amount: Money(minorUnits: added, currency: currency)))
        }
        return lines
    }

    /// A line for each price that is charged after the current period.
    func later(_ schedule: Schedule, from period: Int) -> [LineItem] {
        stretches(from: period + 1, schedule).filter { $0.phase.kind != .trial }.map {
            LineItem(
                label: name, amount: total(of: $0.phase),
                kind: $0.phase.isPending ? .pending : .final,
                timing: .recurring(
                    $0.phase.interval.recurrence(
                        from: schedule.start(of: $0.first),
                        to: $0.end.map(schedule.start(of:)))))
        }
    }

    /// Apple's recurring payment request: the regular price, and the phase before it as the trial.
    ///
    /// - Parameter isRunning: true if the period before was paid, so that the first charge comes
    ///   later.
    func recurring(
        _ schedule: Schedule, from period: Int, isRunning: Bool = false
    ) -> RecurringPaymentRequest {
        let found = stretches(from: period, schedule)
        // If nothing follows, the agreement covers the period that is paid now.
        let last = found.last ?? Stretch(phase: regular, first: period - 1, end: period)
        let stretches = found.isEmpty ? [last] : found
        let billing = { (stretch: Stretch, isFirst: Bool) in
            LineItem(
                label: name, amount: total(of: stretch.phase),
                kind: stretch.phase.isPending ? .pending : .final,
                timing: .recurring(
                    stretch.phase.interval.recurrence(
                        from: isFirst ? nil : schedule.start(of: stretch.first),
                        to: stretch.end.map(schedule.start(of:)))))
        }
        return RecurringPaymentRequest(
            paymentDescription: paymentDescription,
            regularBilling: billing(last, stretches.count == 1 && !isRunning),
            trialBilling: stretches.count > 1 ? billing(stretches[0], true) : nil,
            terms: LaterTerms(
                billingAgreement: agreement(), managementURL: managementURL,
                tokenNotificationURL: tokenNotificationURL))
    }

    /// The merchant's text. For a variable amount it also states the limit, for which Apple has no
    /// field.
    private func agreement() -> String? {
        guard let maximumAmount else { return billingAgreement }
        let limit = "At most \(maximumAmount.decimal) \(currency.code) each time."
        guard let billingAgreement else { return limit }
        let room = PlanLimits.billingAgreementLengthMax - limit.unicodeScalars.count - 1
        return String(String.UnicodeScalarView(billingAgreement.unicodeScalars.prefix(room)))
            + " " + limit
    }

    private struct Stretch {
        let phase: Phase
        let first: Int
        /// The first period after the stretch.
        let end: Int?
    }

    /// The phases from a period on; the first of them contains the period.
    private func stretches(from period: Int, _ schedule: Schedule) -> [Stretch] {
        var stretches: [Stretch] = []
        var first = schedule.origin
        for phase in schedule.phases {
            let end = phase.cycles.map { first + $0 }
            if end.map({ $0 > period }) ?? true {
                stretches.append(Stretch(phase: phase, first: max(first, period), end: end))
            }
            first = end ?? first
        }
        return stretches
    }
}
