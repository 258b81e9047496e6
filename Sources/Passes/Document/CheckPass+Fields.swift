import JSON
import Vocabulary

extension CheckPass {
    /// All groups of a style.
    func fields(of style: PassStyle, in pass: ObjectReader, besideSquare isSquare: Bool) {
        guard let content = pass.object(style.member) else { return }
        transit(content, style)
        var keys: Set<String> = []
        var counts: [FieldGroup: Int] = [:]
        for group in FieldGroup.allCases {
            guard let fields = content.array(group.member, maxCount: Self.fieldsMax) else {
                continue
            }
            counts[group] = fields.count
            fields.eachObject { field in
                read(field, in: group)
                guard let key = field.string("key", minLength: 1, maxLength: Self.nameMax) else {
                    if !field.has("key") {
                        field.refuse("key", "required", "by which the field is found again")
                    }
                    return
                }
                if !keys.insert(key).inserted {
                    field.refuse("key", "duplicate", "each key once in the whole pass")
                }
            }
            if let most = style.roomMax(for: group), fields.count > most {
                warnings.add(
                    fields.pointer, "not_shown", "the front has room for \(most) of these")
            }
        }
        let below = (counts[.secondary] ?? 0) + (counts[.auxiliary] ?? 0)
        if style.isNarrow, isSquare, below > 4 {
            warnings.add(
                content.pointer, "not_shown",
                "beside a square barcode there is room for four secondary and auxiliary fields together"
            )
        }
    }

    /// More than any pass shows.
    private static let fieldsMax = 100

    private func transit(_ content: ObjectReader, _ style: PassStyle) {
        if style == .boardingPass {
            _ = content.choice("transitType", of: TransitType.self, required: true)
        } else if content.has("transitType") {
            content.refuse("transitType", "unknown_field", "only boarding passes have one")
        }
    }

    private func read(_ field: ObjectReader, in group: FieldGroup) {
        _ = field.string("label", maxLength: Self.textMax)
        if let text = field.string("changeMessage", maxLength: Self.textMax), !text.contains("%@") {
            warnings.add(
                field.pointer(to: "changeMessage"), "silent",
                "says the new value by %@; without it phones show no message")
        }
        if field.has("textAlignment") {
            _ = field.choice("textAlignment", of: TextAlignment.self)
            if group == .primary || group == .back {
                warnings.add(
                    field.pointer(to: "textAlignment"), "not_shown",
                    "primary and back fields stand where they stand")
            }
        }
        if field.has("row") {
            if group == .auxiliary {
                _ = field.integer("row", in: 0...1)
            } else {
                field.refuse("row", "unknown_field", "only auxiliary fields have rows")
            }
        }
        _ = field.choices("dataDetectorTypes", of: DataDetector.self, maxCount: 4)
        value(of: field)
    }

    private func value(of field: ObjectReader) {
        let dateStyle = field.choice("dateStyle", of: DateStyle.self)
        let timeStyle = field.choice("timeStyle", of: DateStyle.self)
        _ = field.bool("isRelative")
        _ = field.bool("ignoresTimeZone")
        _ = field.choice("numberStyle", of: NumberStyle.self)
        _ = field.value(
            "currencyCode", maxLength: 3, detail: "a currency of ISO 4217, as USD",
            parse: { Currency($0) })
        guard let value = field.node("value", required: true) else { return }
        switch value.kind {
        case .string:
            for member: StaticString in ["numberStyle", "currencyCode"] where field.has(member) {
                field.refuse(member, "conflict", "the value beside it is a number then")
            }
            let isDate = (dateStyle ?? .none) != .none || (timeStyle ?? .none) != .none
            if isDate, value.string.flatMap(PassDate.read) == nil {
                field.refuse("value", "invalid_value", PassDate.form)
            }
            _ = field.string("value", maxLength: Self.textMax)
        case .integer, .number:
            // What no computer can hold is no number to a phone, either.
            if value.double?.isFinite != true {
                field.refuse("value", "invalid_value", "a number that a computer can hold")
            }
        default: field.refuse("value", "wrong_type", "a text, a number or a date")
        }
        if let attributed = field.node("attributedValue") {
            guard attributed.kind == .string || attributed.int64 != nil else {
                return field.refuse("attributedValue", "wrong_type", "a text; it may have links")
            }
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
