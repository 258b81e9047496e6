import Carts
import JSON
import Merchants
import Vocabulary

extension PlanTerms: Writable {
    /// Reads terms from a merchant's request or from the database, and collects all problems with
    /// their pointers.
    ///
    /// - Parameter rounding: the merchant's rounding, if the terms set none.
    package init?(
        reading fields: ObjectReader, rounding: Rounding = .halfAwayFromZero, isStored: Bool = false
    ) {
        let problems = fields.problems.count
        let name = fields.label("name", maxLength: PlanLimits.nameLengthMax, required: true)
        let description = fields.label(
            "paymentDescription", maxLength: PlanLimits.nameLengthMax)
        let currency = fields.currency("currencyCode", required: true)
        let phases = fields.phases(currency)
        let management = fields.webAddress("managementURL", required: true)
        let notices = fields.noticeAddress("tokenNotificationURL", isStored: isStored)
        let agreement = fields.string(
            "billingAgreement", minLength: 1, maxLength: PlanLimits.billingAgreementLengthMax)
        let maximumCharge = fields.money("maximumAmount", in: currency, atLeast: 1)
        let tax = fields.object("tax").flatMap(Tax.init(reading:))
        let zone = fields.value(
            "timeZone", maxLength: 64,
            detail: "an IANA time zone name, such as Europe/Paris",
            parse: TimeZoneName.init)
        let missed: MissedPeriods? = fields.choice("missedPeriods")
        let dunning = fields.object("dunning").flatMap(Dunning.init(reading:))
        let rounding = fields.choice("taxRounding") ?? rounding
        fields.refuseUnknown()
        guard fields.problems.count == problems, let name, let currency, let management,
            let phases
        else { return nil }
        self.init(
            name: name, paymentDescription: description ?? name, currency: currency,
            phases: phases, tax: tax, managementURL: management, tokenNotificationURL: notices,
            billingAgreement: agreement, maximumAmount: maximumCharge, timeZone: zone,
            missedPeriods: missed ?? .billOnce, dunning: dunning ?? .default,
            taxRounding: rounding)
        check(fields)
        guard fields.problems.count == problems else { return nil }
    }

    /// Checks the rules between members.
    private func check(_ fields: ObjectReader) {
        if isVariable, maximumAmount == nil {
            fields.refuse(
                "maximumAmount", "required",
                "required for a variable amount: the payment sheet shows this limit")
        }
        if !isVariable, maximumAmount != nil {
            fields.refuse("maximumAmount", "conflict", "only allowed for a variable amount")
        }
        if let maximumAmount,
            total(of: regular).minorUnits > maximumAmount.minorUnits
        {
            fields.refuse(
                "maximumAmount", "out_of_range", "must be at least the estimate including tax")
        }
    }

    package func write(to writer: inout Writer) { writer.object { write(membersTo: &$0) } }

    package func write(membersTo writer: inout Writer) {
        writer.member("name", name)
        writer.member("paymentDescription", paymentDescription)
        writer.member("currencyCode", currency)
        writer.array("phases", phases) { $0.write(to: &$1) }
        if let tax {
            writer.object("tax") {
                $0.member("label", tax.label)
                $0.member("percent", tax.rate.percent)
                $0.member("inclusion", tax.inclusion.rawValue)
            }
        }
        writer.member("managementURL", managementURL.text)
        writer.member("tokenNotificationURL", ifPresent: tokenNotificationURL?.text)
        writer.member("billingAgreement", ifPresent: billingAgreement)
        writer.member("maximumAmount", ifPresent: maximumAmount)
        writer.member("timeZone", ifPresent: timeZone?.text)
        writer.member("missedPeriods", missedPeriods.rawValue)
        writer.member("taxRounding", taxRounding.rawValue)
        writer.object("dunning") {
            $0.array("retryAfterDays", dunning.retryAfterDays) { $1.value(Int64($0)) }
            $0.member("finally", dunning.finally.rawValue)
        }
    }

    /// The JSON that Postgres stores.
    var bytes: [UInt8] { Writer.value { write(to: &$0) } }

    /// Reads what `bytes` wrote.
    init(stored bytes: [UInt8]) throws {
        self = try ObjectReader.stored(bytes, as: "plan") { PlanTerms(reading: $0, isStored: true) }
    }
}

extension Subscription {
    /// The agreed phases that a change has kept, as JSON that Postgres stores.
    var leadingPhasesJSON: [UInt8]? {
        leadingPhases.map { leadingPhases in
            Writer.value { $0.array(leadingPhases) { $0.write(to: &$1) } }
        }
    }
}

extension PlanTerms {
    /// Reads what `leadingPhasesJSON` wrote.
    static func leadingPhases(stored bytes: [UInt8], currency: Currency) throws -> [Phase] {
        try ArrayReader.stored(bytes, as: "list of phases") {
            Phase(reading: $0, currency: currency)
        }
    }
}

extension ObjectReader {
    /// Reads the phases in order: a trial, an introductory phase, then the regular one.
    fileprivate func phases(_ currency: Currency?) -> [Phase]? {
        guard
            let array = array(
                "phases", minCount: 1, maxCount: PlanLimits.phasesMax, required: true)
        else { return nil }
        let phases = array.objects { Phase(reading: $0, currency: currency) }
        guard phases.count == array.count else { return nil }
        let order: [Phase.Kind] = [.trial, .introductory, .regular]
        let ranks = phases.map { order.firstIndex(of: $0.kind) ?? 0 }
        for index in phases.indices {
            if index > 0, ranks[index] <= ranks[index - 1] {
                array.refuse(
                    index, "conflict", "phases must be in this order: trial, introductory, regular")
            }
            if index < phases.count - 1, phases[index].cycles == nil {
                array.refuse(index, "cycles", "required", "required in every phase but the last")
            }
            if index < phases.count - 1, phases[index].isPending {
                array.refuse(
                    index, "conflict", "only the amount of the regular phase can be pending")
            }
        }
        if phases.last?.kind != .regular {
            refuse("phases", "required", "the last phase must be regular")
        }
        return phases
    }
}

extension Phase: Writable {
    fileprivate init?(reading fields: ObjectReader, currency: Currency?) {
        let problems = fields.problems.count
        let kind: Kind? = fields.choice("kind", required: true)
        let isPending = fields.choice("type", of: LineItem.Kind.self) == .pending
        let amount = fields.money(
            "amount", in: currency, required: kind != .trial && !isPending,
            atLeast: kind == .trial || isPending ? 0 : 1)
        let interval = fields.object("interval", required: true).flatMap(
            Interval.init(reading:))
        let cycles = fields.integer("cycles", in: 1...PlanLimits.cyclesMax)
        if kind == .trial, let amount, amount.minorUnits > 0 {
            fields.refuse("amount", "conflict", "a trial must be free")
        }
        if kind == .trial, isPending {
            fields.refuse("type", "conflict", "a trial must be free")
        }
        if let amount, amount.minorUnits > PlanLimits.amountMax {
            fields.refuse(
                "amount", "out_of_range",
                "at most \(PlanLimits.amountMax) in the currency's smallest unit")
        }
        fields.refuseUnknown()
        guard fields.problems.count == problems, let kind, let interval, let currency else {
            return nil
        }
        self.init(
            kind: kind, amount: amount ?? .zero(currency), isPending: isPending,
            interval: interval, cycles: cycles.map(Int.init))
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("kind", kind.rawValue)
            $0.member("amount", amount)
            $0.member("type", isPending ? "pending" : "final")
            $0.object("interval") {
                $0.member("unit", interval.unit.rawValue)
                $0.member("count", interval.count)
            }
            if let cycles { $0.member("cycles", cycles) }
        }
    }
}

extension Interval {
    fileprivate init?(reading fields: ObjectReader) {
        let unit: Unit? = fields.choice("unit", required: true)
        let count = fields.integer("count", in: 1...Int64(unit?.countMax ?? 3_650))
        fields.refuseUnknown()
        guard let unit else { return nil }
        self.init(unit, Int(count ?? 1))
    }
}

extension PlanTerms.Tax {
    fileprivate init?(reading fields: ObjectReader) {
        let label = fields.label("label", maxLength: PlanLimits.nameLengthMax, required: true)
        let rate = fields.rate("percent", required: true)
        let inclusion: TaxRate.Inclusion? = fields.choice("inclusion")
        fields.refuseUnknown()
        guard let label, let rate else { return nil }
        self.init(label: label, rate: rate, inclusion: inclusion ?? .added)
    }
}

extension Dunning {
    fileprivate init?(reading fields: ObjectReader) {
        let problems = fields.problems.count
        let days = fields.array("retryAfterDays", maxCount: PlanLimits.retriesMax)?
            .integers(in: 1...PlanLimits.retryDaysMax)
        if let days, days.reduce(0, +) > PlanLimits.retryDaysMax {
            fields.refuse(
                "retryAfterDays", "out_of_range",
                "the sum must be at most \(PlanLimits.retryDaysMax) days")
        }
        let finally: FinalAction? = fields.choice("finally")
        fields.refuseUnknown()
        guard fields.problems.count == problems else { return nil }
        self.init(
            retryAfterDays: days.map { $0.map(Int.init) } ?? Dunning.default.retryAfterDays,
            finally: finally ?? Dunning.default.finally)
    }
}
