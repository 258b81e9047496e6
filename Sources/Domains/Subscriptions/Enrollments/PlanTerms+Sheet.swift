import Carts
import Merchants
import Vocabulary

// A plan in Apple's payment sheet (docs/rules/apple.md#1.2, docs/rules/demands.md#33 to #35): the
// charge of today, the interval, and the start of the regular price. A pure rule.

extension PlanTerms {
    /// The sheet of a buyer who subscribes now.
    package func paymentRequest(
        from now: Instant, billingReferences: BillingReferences
    ) -> PlanPaymentRequest {
        let schedule = Schedule(self, anchor: now)
        return PlanPaymentRequest(
            // A variable amount of the first period is charged once it is known, which may be
            // today.
            lines: linesDueToday(phases[0])
                + laterChargeLines(schedule, from: phases[0].isPending ? -1 : 0),
            recurring: recurring(schedule, from: 0), billingReferences: billingReferences)
    }

    /// A free period, and one whose amount is not known yet, appear with an amount of zero.
    func linesDueToday(_ phase: Phase) -> [LineItem] {
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
    func laterChargeLines(_ schedule: Schedule, from period: Int) -> [LineItem] {
        spans(from: period + 1, schedule).filter { $0.phase.kind != .trial }.map {
            LineItem(
                label: name, amount: total(of: $0.phase),
                kind: $0.phase.isPending ? .pending : .final,
                timing: .recurring(
                    $0.phase.interval.recurrence(
                        from: schedule.start(of: $0.first),
                        to: $0.end.map(schedule.start(of:)))))
        }
    }

    /// Apple's recurring payment request: the regular price, and the first phase before it, if
    /// there is one, as Apple's trial.
    ///
    /// - Parameter isRunning: true for an existing subscription: a regular price with no phase
    ///   before it then starts with its period, not today.
    func recurring(
        _ schedule: Schedule, from period: Int, isRunning: Bool = false
    ) -> RecurringPaymentRequest {
        let found = spans(from: period, schedule)
        // If nothing follows, the agreement covers the period that is paid now.
        let last = found.last ?? PhaseSpan(phase: regular, first: period - 1, end: period)
        let spans = found.isEmpty ? [last] : found
        let billing = { (span: PhaseSpan, isFirst: Bool) in
            LineItem(
                label: name, amount: total(of: span.phase),
                kind: span.phase.isPending ? .pending : .final,
                timing: .recurring(
                    span.phase.interval.recurrence(
                        from: isFirst ? nil : schedule.start(of: span.first),
                        to: span.end.map(schedule.start(of:)))))
        }
        return RecurringPaymentRequest(
            paymentDescription: paymentDescription,
            regularBilling: billing(last, spans.count == 1 && !isRunning),
            trialBilling: spans.count > 1 ? billing(spans[0], true) : nil,
            terms: BillingTerms(
                billingAgreement: agreement(), managementURL: managementURL,
                tokenNotificationURL: tokenNotificationURL))
    }

    /// The merchant's text. For a variable amount it also states the limit, for which Apple has no
    /// field; a text that is too long for both loses its end.
    private func agreement() -> String? {
        guard let maximumAmount else { return billingAgreement }
        let limit = "At most \(maximumAmount.decimal) \(currency.code) each time."
        guard let billingAgreement else { return limit }
        let room = PlanLimits.billingAgreementLengthMax - limit.unicodeScalars.count - 1
        return String(String.UnicodeScalarView(billingAgreement.unicodeScalars.prefix(room)))
            + " " + limit
    }

    private struct PhaseSpan {
        let phase: Phase
        let first: Int
        /// The first period after the span; nil if the span has no end.
        let end: Int?
    }

    /// The phases from a period on; the first of them contains the period.
    private func spans(from period: Int, _ schedule: Schedule) -> [PhaseSpan] {
        var spans: [PhaseSpan] = []
        var first = schedule.origin
        for phase in schedule.phases {
            let end = phase.cycles.map { first + $0 }
            if end.map({ $0 > period }) ?? true {
                spans.append(PhaseSpan(phase: phase, first: max(first, period), end: end))
            }
            first = end ?? first
        }
        return spans
    }
}
