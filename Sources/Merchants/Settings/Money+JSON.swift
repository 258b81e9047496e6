import JSON
import Vocabulary

extension Money: Writable {
    /// A decimal string with exactly the currency's decimals (money.md 3).
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

// These are written out instead of resting on the reader's generic `value`: they are asked for a
// dozen times in each request, and generic code of another module is not specialised.
extension ObjectReader {
    /// An amount of a currency. While the currency is not known only its form is checked.
    package func money(
        _ key: StaticString, in currency: Currency?, required: Bool = false,
        atLeast least: Int64 = 0
    ) -> Money? {
        guard let text = decimal(key, maxLength: 22, required: required) else { return nil }
        if least >= 0, text.utf8.first == UInt8(ascii: "-") {
            refuse(key, "out_of_range", least > 0 ? "more than nothing" : "not below zero")
            return nil
        }
        guard let currency else { return nil }
        do throws(Money.DecimalProblem) {
            let money = try Money(decimal: text, currency: currency)
            if money.minorUnits >= least { return money }
            refuse(key, "out_of_range", least > 0 ? "more than nothing" : "not below zero")
        } catch {
            switch error {
            case .notADecimal:
                refuse(key, "invalid_value", "an amount is a decimal string such as \"10.00\"")
            case .tooManyDecimals(let allowed):
                refuse(key, "invalid_value", "\(currency.code) has \(allowed) decimals")
            case .outOfRange:
                refuse(key, "out_of_range", "at most 9007199254740991 in the smallest unit")
            }
        }
        return nil
    }

    /// A moment in RFC 3339.
    package func instant(_ key: StaticString, required: Bool = false) -> Instant? {
        guard let text = string(key, maxLength: 40, required: required) else { return nil }
        if let instant = Instant(rfc3339: text) { return instant }
        refuse(
            key, "invalid_value",
            "a time is RFC 3339 with a zone, such as 2026-11-21T14:03:09Z")
        return nil
    }

    package func country(_ key: StaticString, required: Bool = false) -> Country? {
        guard let text = string(key, maxLength: 2, required: required) else { return nil }
        if let country = Country(text) { return country }
        refuse(key, "invalid_value", "a country is two upper-case letters of ISO 3166-1")
        return nil
    }

    package func currency(_ key: StaticString, required: Bool = false) -> Currency? {
        guard let text = string(key, maxLength: 3, required: required) else { return nil }
        if let currency = Currency(text) { return currency }
        refuse(key, "invalid_value", "a currency is three upper-case letters of ISO 4217")
        return nil
    }

    /// Countries without repetition, in the order given.
    package func countries(_ key: StaticString, minCount: Int = 0) -> [Country]? {
        values(
            key, minCount: minCount, maxCount: 249, maxLength: 2,
            detail: "a country is two upper-case letters of ISO 3166-1", parse: Country.init
        )?.withoutRepetition()
    }

    /// A text that somebody reads: not blank and without control characters.
    package func label(
        _ key: StaticString, maxLength: Int, required: Bool = false
    ) -> String? {
        guard let text = string(key, maxLength: maxLength, required: required) else { return nil }
        if text.isReadable { return text }
        refuse(key, "invalid_value", "this must say something and hold no control characters")
        return nil
    }
}

extension String {
    /// Printable ASCII is decided by its bytes; the rest asks Unicode.
    fileprivate var isReadable: Bool {
        var isBlank = true
        for scalar in unicodeScalars {
            if scalar.value < 0x7F {
                guard scalar.value >= 0x20 else { return false }
                if scalar.value > 0x20 { isBlank = false }
            } else if scalar.properties.generalCategory == .control {
                return false
            } else if !scalar.properties.isWhitespace {
                isBlank = false
            }
        }
        return !isBlank
    }
}

extension Array where Element: Equatable {
    /// The first of each, in order; for short lists.
    package func withoutRepetition() -> [Element] {
        var seen: [Element] = []
        for element in self where !seen.contains(element) { seen.append(element) }
        return seen
    }
}
