import JSON
import Vocabulary

extension Money: Writable {
    /// A decimal string with exactly the currency's decimals (docs/rules/money.md#3).
    package func write(to writer: inout Writer) { writer.value(decimal) }
}

extension Instant: Writable {
    package func write(to writer: inout Writer) { writer.value(rfc3339) }
}

extension Country: Writable {
    package func write(to writer: inout Writer) { writer.value(code) }
}

extension Currency: Writable {
    package func write(to writer: inout Writer) { writer.value(code) }
}

// Written out instead of using the reader's generic `value`: a request calls these about a dozen
// times, and Swift does not specialize generic code from another module.
extension ObjectReader {
    /// Reads an amount in a currency. If the currency is unknown, checks only the syntax.
    package func money(
        _ key: StaticString, in currency: Currency?, required: Bool = false,
        atLeast least: Int64 = 0
    ) -> Money? {
        guard let text = decimal(key, maxLength: 22, required: required) else { return nil }
        if least >= 0, text.utf8.first == UInt8(ascii: "-") {
            refuse(
                key, "out_of_range", least > 0 ? "must be more than zero" : "must not be negative")
            return nil
        }
        guard let currency else { return nil }
        do throws(Money.DecimalProblem) {
            let money = try Money(decimal: text, currency: currency)
            if money.minorUnits >= least { return money }
            refuse(
                key, "out_of_range", least > 0 ? "must be more than zero" : "must not be negative")
        } catch {
            switch error {
            case .notADecimal:
                refuse(key, "invalid_value", "an amount is a decimal string such as \"10.00\"")
            case .tooManyDecimals(let allowed):
                refuse(key, "invalid_value", "\(currency.code) allows \(allowed) decimals")
            case .outOfRange:
                refuse(
                    key, "out_of_range", "at most 9007199254740991 in the currency's smallest unit")
            }
        }
        return nil
    }

    /// Reads a time in RFC 3339.
    package func instant(_ key: StaticString, required: Bool = false) -> Instant? {
        guard let text = string(key, maxLength: 40, required: required) else { return nil }
        if let instant = Instant(rfc3339: text) { return instant }
        refuse(
            key, "invalid_value",
            "an RFC 3339 time with a time zone, such as 2026-11-21T14:03:09Z")
        return nil
    }

    package func country(_ key: StaticString, required: Bool = false) -> Country? {
        guard let text = string(key, maxLength: 2, required: required) else { return nil }
        if let country = Country(text) { return country }
        refuse(key, "invalid_value", "an ISO 3166-1 country code of two upper-case letters")
        return nil
    }

    package func currency(_ key: StaticString, required: Bool = false) -> Currency? {
        guard let text = string(key, maxLength: 3, required: required) else { return nil }
        if let currency = Currency(text) { return currency }
        refuse(key, "invalid_value", "an ISO 4217 currency code of three upper-case letters")
        return nil
    }

    /// Reads countries, without duplicates, in the given order.
    package func countries(_ key: StaticString, minCount: Int = 0) -> [Country]? {
        values(
            key, minCount: minCount, maxCount: SettingsLimits.countriesMax, maxLength: 2,
            detail: "an ISO 3166-1 country code of two upper-case letters", parse: Country.init
        )?.withoutRepetition()
    }

    /// Reads a text for people: not blank and without control characters.
    package func label(
        _ key: StaticString, maxLength: Int, required: Bool = false
    ) -> String? {
        guard let text = string(key, maxLength: maxLength, required: required) else { return nil }
        if text.isReadable { return text }
        refuse(key, "invalid_value", "this must not be blank or contain control characters")
        return nil
    }
}

extension String {
    /// Checks ASCII by its values, and only asks Unicode about the rest.
    fileprivate var isReadable: Bool {
        var isBlank = true
        for scalar in unicodeScalars {
            if scalar.value < 0x7F {
                guard scalar.value >= 0x20 else { return false }
                if scalar.value > 0x20 { isBlank = false }
            } else if scalar.properties.generalCategory == .control {
                return false
            } else if !scalar.isInvisible {
                isBlank = false
            }
        }
        return !isBlank
    }
}

extension Unicode.Scalar {
    /// True for a blank and for a character without a shape, such as a zero-width space.
    fileprivate var isInvisible: Bool {
        properties.isWhitespace || properties.isDefaultIgnorableCodePoint
            || value == 0x2800  // the empty pattern of Braille
    }
}

extension Array where Element: Equatable {
    /// Removes duplicates and keeps the first of each; for short arrays.
    package func withoutRepetition() -> [Element] {
        var seen: [Element] = []
        for element in self where !seen.contains(element) { seen.append(element) }
        return seen
    }
}
