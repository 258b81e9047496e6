import JSON

extension CheckPass {
    /// Checks all field groups of a style. A poster and the style that it replaces may share keys.
    func fields(of style: PassStyle, in pass: ObjectReader, besideSquare isSquare: Bool) {
        guard let content = pass.object(style.member) else { return }
        transit(content, style)
        var keys: Set<String> = []
        var counts: [FieldGroup: Int] = [:]
        let isPoster = Self.prefersPoster(pass)
        for group in FieldGroup.allCases {
            let count = fields(group.member, group, of: content, &keys)
            counts[group] = count
            if count > 0, let place = style.place(of: group, isPoster: isPoster) {
                warnings.add(
                    content.pointer(to: group.rawValue), "not_shown", "only shown by \(place)")
            }
            if let most = style.roomMax(for: group), count > most {
                warnings.add(
                    content.pointer(to: group.rawValue), "not_shown",
                    "the front of the pass shows at most \(most) of these")
            }
        }
        let below = (counts[.secondary] ?? 0) + (counts[.auxiliary] ?? 0)
        if style.isNarrow, isSquare, below > 4 {
            warnings.add(
                content.pointer, "not_shown",
                "beside a square barcode, at most four secondary and auxiliary fields are shown in "
                    + "total"
            )
        }
    }

    /// Checks one group and returns its number of fields.
    @discardableResult
    func fields(
        _ member: StaticString, _ group: FieldGroup, of content: ObjectReader,
        _ keys: inout Set<String>
    ) -> Int {
        guard let fields = content.array(member, maxCount: Self.fieldsMax) else { return 0 }
        fields.eachObject { field in
            read(field, in: group)
            guard let key = field.string("key", minLength: 1, maxLength: Self.nameMax) else {
                if !field.has("key") {
                    field.refuse(
                        "key", "required", "required: changes identify the field by its key")
                }
                return
            }
            if !keys.insert(key).inserted {
                field.refuse("key", "duplicate", "each key must be unique in the pass")
            }
        }
        return fields.count
    }

    /// More than any pass shows.
    private static let fieldsMax = 100

    private func transit(_ content: ObjectReader, _ style: PassStyle) {
        if style == .boardingPass {
            _ = content.choice("transitType", of: TransitType.self, required: true)
        } else if content.has("transitType") {
            content.refuse("transitType", "unknown_field", "only allowed in a boarding pass")
        }
    }

    private func read(_ field: ObjectReader, in group: FieldGroup) {
        _ = field.string("label", maxLength: Self.textMax)
        if let text = field.string("changeMessage", maxLength: Self.textMax), !text.contains("%@") {
            warnings.add(
                field.pointer(to: "changeMessage"), "silent",
                "must contain %@ for the new value; without it, phones show no message")
        }
        if field.has("textAlignment") {
            _ = field.choice("textAlignment", of: TextAlignment.self)
            if group == .primary || group == .back {
                warnings.add(
                    field.pointer(to: "textAlignment"), "not_shown",
                    "ignored: primary and back fields have a fixed alignment")
            }
        }
        if field.has("row") {
            if group == .auxiliary {
                _ = field.integer("row", in: 0...1)
            } else {
                field.refuse("row", "unknown_field", "only allowed in auxiliary fields")
            }
        }
        _ = field.choices("dataDetectorTypes", of: DataDetector.self, maxCount: 4)
        if let tags = field.object("semantics") { semantics(tags) }
        value(of: field)
    }

    private func value(of field: ObjectReader) {
        let date = dateFormat(of: field)
        _ = field.choice("numberStyle", of: NumberStyle.self)
        // Apple's Pass Builder warns about the combination, and iOS does not load such a pass
        // (devartis/passbook#38).
        if field.has("numberStyle"), field.has("currencyCode") {
            field.refuse("currencyCode", "conflict", "use either currencyCode or numberStyle")
        }
        _ = field.value(
            "currencyCode", maxLength: 3, detail: "an ISO 4217 currency code, such as USD",
            parse: PassCurrency.read)
        guard let value = field.node("value", required: true) else { return }
        switch value.kind {
        case .string:
            for member: StaticString in ["numberStyle", "currencyCode"] where field.has(member) {
                field.refuse(member, "conflict", "requires a number as value")
            }
            if value.string.flatMap(PassDate.read) == nil { notDate(field, date) }
            _ = field.string("value", maxLength: Self.textMax)
        case .integer, .number:
            notDate(field, date)
            // Phones cannot read numbers outside the range of a double.
            if value.double?.isFinite != true {
                field.refuse("value", "invalid_value", "a number within the range of a double")
            }
        default: field.refuse("value", "wrong_type", "a string, a number or a date")
        }
        if let attributed = field.node("attributedValue") {
            guard attributed.kind == .string || attributed.double != nil else {
                return field.refuse(
                    "attributedValue", "wrong_type", "a string, which can contain links")
            }
        }
    }
}

/// The date format of a field. By Apple's Field Dictionary, a value with any of the date keys is a
/// date, and a date has both styles or neither.
private enum DateFormat {
    case none
    /// The date keys turn formatting off: phones show the value as it is.
    case plain
    case formatted
}

extension CheckPass {
    private func dateFormat(of field: ObjectReader) -> DateFormat {
        let styles = [
            field.choice("dateStyle", of: DateStyle.self),
            field.choice("timeStyle", of: DateStyle.self),
        ].compactMap(\.self)
        let switches = [field.bool("isRelative"), field.bool("ignoresTimeZone")].compactMap(\.self)
        if field.has("dateStyle") != field.has("timeStyle") {
            let missing = field.has("dateStyle") ? "timeStyle" : "dateStyle"
            warnings.add(
                field.pointer(to: missing), "required",
                "a date must have both dateStyle and timeStyle, or neither")
        }
        if styles.contains(where: { $0 != .none }) || switches.contains(true) { return .formatted }
        return styles.isEmpty && switches.isEmpty ? .none : .plain
    }

    private func notDate(_ field: ObjectReader, _ format: DateFormat) {
        switch format {
        case .none: break
        case .plain:
            warnings.add(
                field.pointer(to: "value"), "no_date",
                "dateStyle, timeStyle, isRelative and ignoresTimeZone require a date: "
                    + "\(PassDate.form)"
            )
        case .formatted: field.refuse("value", "invalid_value", PassDate.form)
        }
    }
}

private enum TransitType: String, CaseIterable {
    case air = "PKTransitTypeAir"
    case boat = "PKTransitTypeBoat"
    case bus = "PKTransitTypeBus"
    case generic = "PKTransitTypeGeneric"
    case train = "PKTransitTypeTrain"
}

private enum TextAlignment: String, CaseIterable {
    case left = "PKTextAlignmentLeft"
    case center = "PKTextAlignmentCenter"
    case right = "PKTextAlignmentRight"
    case natural = "PKTextAlignmentNatural"
}

private enum DateStyle: String, CaseIterable {
    case none = "PKDateStyleNone"
    case short = "PKDateStyleShort"
    case medium = "PKDateStyleMedium"
    case long = "PKDateStyleLong"
    case full = "PKDateStyleFull"
}

private enum NumberStyle: String, CaseIterable {
    case decimal = "PKNumberStyleDecimal"
    case percent = "PKNumberStylePercent"
    case scientific = "PKNumberStyleScientific"
    case spellOut = "PKNumberStyleSpellOut"
}

private enum DataDetector: String, CaseIterable {
    case phoneNumber = "PKDataDetectorTypePhoneNumber"
    case link = "PKDataDetectorTypeLink"
    case address = "PKDataDetectorTypeAddress"
    case calendarEvent = "PKDataDetectorTypeCalendarEvent"
}
