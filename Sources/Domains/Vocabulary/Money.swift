/// An amount in the minor units of one ISO 4217 currency; never a floating-point number.
///
/// Decimal strings exist only at the boundary: `init(decimal:currency:)` parses them, `decimal`
/// writes them. The rule is docs/rules/money.md#3: fewer decimals than the currency's are accepted,
/// more are refused, and the output has exactly the currency's decimals.
package struct Money: Hashable, Sendable {
    package var minorUnits: Int64
    package let currency: Currency

    package init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    package static func zero(_ currency: Currency) -> Money {
        Money(minorUnits: 0, currency: currency)
    }

    /// The largest amount of a request, in minor units: the largest integer that a double
    /// represents exactly, so that a browser's arithmetic stays correct.
    package static let minorUnitsMax: Int64 = 9_007_199_254_740_991
}

extension Money {
    /// The reason for which a decimal string is not an amount of a currency.
    package enum DecimalProblem: Error, Equatable, Sendable {
        /// Not `-?[0-9]+(\.[0-9]+)?`, the grammar of WebKit's payment request.
        case notADecimal
        /// More decimals than the currency's.
        case tooManyDecimals(allowed: Int)
        /// Beyond `minorUnitsMax` on either side of zero.
        case outOfRange
    }

    package init(decimal text: String, currency: Currency) throws(DecimalProblem) {
        var digits = text.utf8[...]
        let negative = digits.first == UInt8(ascii: "-")
        if negative { digits = digits.dropFirst() }
        let whole = digits.prefix { $0 != UInt8(ascii: ".") }
        let hasPoint = whole.endIndex < digits.endIndex
        let fraction = hasPoint ? digits[digits.index(after: whole.endIndex)...] : digits.suffix(0)
        guard !whole.isEmpty, whole.allSatisfy(\.isASCIIDigit),
            fraction.allSatisfy(\.isASCIIDigit),
            !hasPoint || !fraction.isEmpty
        else { throw .notADecimal }
        guard fraction.count <= currency.exponent else {
            throw .tooManyDecimals(allowed: currency.exponent)
        }
        var units: Int64 = 0
        for digit in whole {
            units = units * 10 + Int64(digit - UInt8(ascii: "0"))
            if units > Money.minorUnitsMax { throw .outOfRange }
        }
        var decimals = fraction.makeIterator()
        for _ in 0..<currency.exponent {
            units = units * 10 + Int64((decimals.next() ?? UInt8(ascii: "0")) - UInt8(ascii: "0"))
            if units > Money.minorUnitsMax { throw .outOfRange }
        }
        self.init(minorUnits: negative ? -units : units, currency: currency)
    }

    /// The amount with exactly the currency's decimals: `10.00` USD, `500` JPY, `1.250` KWD.
    package var decimal: String {
        var digits = 1
        var rest = minorUnits.magnitude / 10
        while rest > 0 || digits <= currency.exponent {
            digits += 1
            rest /= 10
        }
        let hasPoint = currency.exponent > 0
        let length = digits + (hasPoint ? 1 : 0) + (minorUnits < 0 ? 1 : 0)
        // Written once from its end: a response contains a dozen amounts.
        return String(unsafeUninitializedCapacity: length) { text in
            var units = minorUnits.magnitude
            var at = length
            for place in 0..<digits {
                if hasPoint, place == currency.exponent {
                    at -= 1
                    text[at] = UInt8(ascii: ".")
                }
                at -= 1
                text[at] = UInt8(ascii: "0") + UInt8(units % 10)
                units /= 10
            }
            if minorUnits < 0 { text[0] = UInt8(ascii: "-") }
            return length
        }
    }
}

extension Money {
    /// The sum, or nil if it is out of range or the currencies differ.
    package func adding(_ other: Money) -> Money? {
        guard currency == other.currency else { return nil }
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        guard !overflow, sum.magnitude <= UInt64(Money.minorUnitsMax) else { return nil }
        return Money(minorUnits: sum, currency: currency)
    }
}
