import JSON
import Merchants
import Vocabulary

extension ShippingMethod: Writable {
    package init?(reading fields: ObjectReader, currency: Currency?) {
        let label = fields.label("label", maxLength: CheckoutLimits.labelLengthMax, required: true)
        let detail = fields.string(
            "detail", maxLength: CheckoutLimits.detailLengthMax, required: true)
        let amount = fields.money("amount", in: currency, required: true)
        let identifier = fields.label(
            "identifier", maxLength: CheckoutLimits.identifierLengthMax, required: true)
        let dates = fields.object("dateComponentsRange")
        let range = dates.flatMap(DateComponentsRange.init(reading:))
        fields.refuseUnknown()
        guard let label, let detail, let amount, let identifier else { return nil }
        self.init(
            label: label, detail: detail, amount: amount, identifier: identifier, dates: range)
    }

    package func write(to writer: inout Writer) { write(to: &writer, withDates: true) }

    /// Delivery dates came with version 12 of Apple Pay JS.
    func write(to writer: inout Writer, withDates: Bool) {
        writer.object {
            $0.member("label", label)
            $0.member("detail", detail)
            $0.member("amount", amount)
            $0.member("identifier", identifier)
            if withDates { $0.member("dateComponentsRange", ifPresent: dates) }
        }
    }
}

extension DateComponentsRange: Writable {
    init?(reading fields: ObjectReader) {
        let start = fields.object("startDateComponents", required: true)
            .flatMap(DateComponents.init(reading:))
        let end = fields.object("endDateComponents", required: true)
            .flatMap(DateComponents.init(reading:))
        fields.refuseUnknown()
        guard let start, let end else { return nil }
        guard start <= end else {
            fields.refuse(
                "endDateComponents", "out_of_range", "must not be before startDateComponents")
            return nil
        }
        self.init(start: start, end: end)
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("startDateComponents", start)
            $0.member("endDateComponents", end)
        }
    }
}

extension DateComponents: Writable, Comparable {
    init?(reading fields: ObjectReader) {
        let year = fields.integer("years", in: 1970...9999, required: true)
        let month = fields.integer("months", in: 1...12, required: true)
        let day = fields.integer("days", in: 1...31, required: true)
        let hours = fields.integer("hours", in: 0...23)
        fields.refuseUnknown()
        guard let year, let month, let day else { return nil }
        guard let date = CivilDate(year: year, month: Int(month), day: Int(day)) else {
            fields.refuse("days", "out_of_range", "the month does not have this day")
            return nil
        }
        self.init(date, hours: hours.map(Int.init))
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("years", date.year)
            $0.member("months", date.month)
            $0.member("days", date.day)
            if let hours { $0.member("hours", hours) }
        }
    }

    package static func < (one: DateComponents, other: DateComponents) -> Bool {
        (one.date.daysSince1970, one.hours ?? 0) < (other.date.daysSince1970, other.hours ?? 23)
    }
}
