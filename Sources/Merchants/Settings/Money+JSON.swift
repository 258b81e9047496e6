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
        value(
            key, maxLength: 40, required: required,
            detail: "a time is RFC 3339 with a zone, such as 2026-11-21T14:03:09Z",
            parse: Instant.init(rfc3339:))
    }

    package func country(_ key: StaticString, required: Bool = false) -> Country? {
        value(
            key, maxLength: 2, required: required,
            detail: "a country is two upper-case letters of ISO 3166-1", parse: Country.init)
    }

    package func currency(_ key: StaticString, required: Bool = false) -> Currency? {
        value(
            key, maxLength: 3, required: required,
            detail: "a currency is three upper-case letters of ISO 4217", parse: Currency.init)
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
        value(
            key, maxLength: maxLength, required: required,
            detail: "this must say something and hold no control characters"
        ) { $0.isReadable ? $0 : nil }
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
