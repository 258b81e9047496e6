import JSON
import Vocabulary

extension ZoneMethod {
    /// Amounts are in the zone's currency.
    package init?(reading fields: ObjectReader, currency: Currency?) {
        let identifier = fields.label(
            "identifier", maxLength: SettingsLimits.identifierLengthMax, required: true)
        let label = fields.label("label", maxLength: SettingsLimits.labelLengthMax, required: true)
        let detail = fields.string("detail", maxLength: SettingsLimits.detailLengthMax)
        let steps = fields.array(
            "prices", minCount: 1, maxCount: SettingsLimits.pricesMax, required: true)
        let prices = steps?.objects { Step(reading: $0, currency: currency) }
        if let steps, let prices, prices.count == steps.count {
            for index in prices.indices.dropFirst()
            where prices[index].from <= prices[index - 1].from {
                steps.refuse(index, "invalid_value", "the from values of prices must ascend")
            }
        }
        let window = fields.object("deliveryWindow").flatMap(DeliveryWindow.init(reading:))
        fields.refuseUnknown()
        guard let identifier, let label, let prices else { return nil }
        self.init(
            identifier: identifier, label: label, detail: detail ?? "", prices: prices,
            window: window)
    }

    package func write(to writer: inout Writer, currency: Currency) {
        writer.object {
            $0.member("identifier", identifier)
            $0.member("label", label)
            $0.member("detail", detail)
            $0.array("prices", prices) { step, writer in
                writer.object {
                    $0.member("from", Money(minorUnits: step.from, currency: currency))
                    $0.member("amount", Money(minorUnits: step.amount, currency: currency))
                }
            }
            $0.member("deliveryWindow", ifPresent: window)
        }
    }
}

extension ZoneMethod.Step {
    init?(reading fields: ObjectReader, currency: Currency?) {
        let from = fields.money("from", in: currency)
        let amount = fields.money("amount", in: currency, required: true)
        fields.refuseUnknown()
        guard let amount else { return nil }
        self.init(from: from?.minorUnits ?? 0, amount: amount.minorUnits)
    }
}

extension DeliveryWindow: Writable {
    package init?(reading fields: ObjectReader) {
        let days = 0...SettingsLimits.windowDaysMax
        let earliest = fields.integer("earliestDays", in: days, required: true)
        let latest = fields.integer("latestDays", in: days, required: true)
        fields.refuseUnknown()
        guard let earliest, let latest else { return nil }
        guard earliest <= latest else {
            fields.refuse("latestDays", "out_of_range", "must be at least earliestDays")
            return nil
        }
        self.init(earliestDays: Int(earliest), latestDays: Int(latest))
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("earliestDays", earliestDays)
            $0.member("latestDays", latestDays)
        }
    }
}
