import Balances
import JSON
import Merchants
import Vocabulary

extension LineItem: Writable {
    /// The part of a request that contains the line.
    enum Role: String {
        /// In `lineItems`: any timing; an immediate amount may be negative.
        case line
        /// The billing of a later payment has the timing of that payment.
        case recurring, deferred, automaticReload
    }

    /// `now` is nil for a request that was accepted earlier: its dates may have passed.
    init?(reading fields: ObjectReader, as role: Role = .line, currency: Currency?, now: Instant?) {
        let label = fields.label("label", maxLength: CheckoutLimits.labelLengthMax, required: true)
        let kind = fields.choice("type", of: Kind.self) ?? .final
        let given = fields.choice("paymentTiming", of: PaymentTiming.self)
        if let given, role != .line, given.rawValue != role.rawValue {
            fields.refuse("paymentTiming", "invalid_value", "must be \(role.rawValue) here")
        }
        let timing = PaymentTiming(rawValue: role.rawValue) ?? given ?? .immediate
        let least = role == .line && timing == .immediate ? -Money.minorUnitsMax : 0
        let amount = fields.money(
            "amount", in: currency, required: kind == .final, atLeast: least)
        let members = Timing(reading: fields, timing, currency: currency, now: now)
        let creditsBalance =
            role == .line && timing == .immediate ? fields.balance("creditsBalance") : nil
        fields.refuseUnknown()
        guard let label, let members, let currency,
            let amount = amount ?? (kind == .pending ? .zero(currency) : nil)
        else { return nil }
        self.init(
            label: label, amount: amount, kind: kind, timing: members,
            creditsBalance: creditsBalance)
    }

    /// Apple's form with Paysheet's own `creditsBalance`, which is also the stored form.
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("label", label)
            $0.member("amount", amount)
            $0.member("type", kind.rawValue)
            $0.member("creditsBalance", ifPresent: creditsBalance?.text)
            switch timing {
            case .immediate: break
            case .recurring(let recurrence):
                $0.member("paymentTiming", PaymentTiming.recurring.rawValue)
                $0.member("recurringPaymentStartDate", ifPresent: recurrence.start)
                $0.member("recurringPaymentEndDate", ifPresent: recurrence.end)
                $0.member("recurringPaymentIntervalUnit", recurrence.unit.rawValue)
                $0.member("recurringPaymentIntervalCount", recurrence.count)
            case .deferred(let date):
                $0.member("paymentTiming", PaymentTiming.deferred.rawValue)
                $0.member("deferredPaymentDate", date)
            case .automaticReload(let threshold):
                $0.member("paymentTiming", PaymentTiming.automaticReload.rawValue)
                $0.member("automaticReloadPaymentThresholdAmount", threshold)
            }
        }
    }

    enum PaymentTiming: String, CaseIterable {
        case immediate, recurring, deferred, automaticReload
    }
}

extension LineItem.Timing {
    /// Members of another timing are unknown fields, because they would have no effect.
    fileprivate init?(
        reading fields: ObjectReader, _ timing: LineItem.PaymentTiming, currency: Currency?,
        now: Instant?
    ) {
        switch timing {
        case .immediate: self = .immediate
        case .recurring: self = .recurring(LineItem.Recurrence(reading: fields))
        case .deferred:
            let date = fields.instant("deferredPaymentDate", required: true)
            guard let date else { return nil }
            if let now, date <= now {
                fields.refuse("deferredPaymentDate", "out_of_range", "must be in the future")
            }
            self = .deferred(on: date)
        case .automaticReload:
            let threshold = fields.money(
                "automaticReloadPaymentThresholdAmount", in: currency, required: true, atLeast: 1)
            guard let threshold else { return nil }
            self = .automaticReload(below: threshold)
        }
    }
}

extension LineItem.Recurrence {
    fileprivate init(reading fields: ObjectReader) {
        let start = fields.instant("recurringPaymentStartDate")
        let end = fields.instant("recurringPaymentEndDate")
        if let start, let end, end <= start {
            fields.refuse(
                "recurringPaymentEndDate", "out_of_range", "must be after recurringPaymentStartDate"
            )
        }
        self.init(
            start: start, end: end,
            unit: fields.choice("recurringPaymentIntervalUnit") ?? .month,
            count: fields.integer(
                "recurringPaymentIntervalCount", in: 1...CheckoutLimits.intervalCountMax) ?? 1)
    }
}
