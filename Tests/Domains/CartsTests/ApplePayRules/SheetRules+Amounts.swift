import JSON
import Vocabulary

@testable import Carts

// Rules 7 to 9 of docs/rules/apple.md#1.3: the total, lines and shipping methods.
extension SheetRules {
    /// `type: pending` does not exempt the total.
    mutating func checkTotal(_ total: Node?, _ place: String) {
        guard let total, let amount = DecimalText(total["amount"]) else {
            expect(false, "\(place).amount: a decimal")
            return
        }
        expect(total["label"]?.string?.isEmpty == false, "\(place).label: present")
        expect(!amount.isNegative, "\(place).amount: at least zero")
        expect(version >= 4 || !amount.isZero, "\(place).amount: zero needs version 4")
    }

    /// The amount of a pending line is discarded.
    mutating func checkLines(_ lines: Node, _ place: String) {
        for (index, line) in lines.elements.enumerated() {
            expect(line["label"]?.string?.isEmpty == false, "\(place)/\(index).label: present")
            checkKind(line, "\(place)/\(index)")
            guard line["type"]?.string != "pending" else { continue }
            expect(DecimalText(line["amount"]) != nil, "\(place)/\(index).amount: a decimal")
        }
    }

    private mutating func checkKind(_ line: Node, _ place: String) {
        if let type = line["type"]?.string {
            expect(type == "final" || type == "pending", "\(place).type: known")
        }
        if let unit = line["recurringPaymentIntervalUnit"]?.string {
            expect(
                ["year", "month", "day", "hour", "minute"].contains(unit),
                "\(place).recurringPaymentIntervalUnit: known")
        }
        for date in ["recurringPaymentStartDate", "recurringPaymentEndDate", "deferredPaymentDate"]
        {
            guard let node = line[date] else { continue }
            expect(
                node.string.flatMap(Instant.init(rfc3339:)) != nil, "\(place).\(date): ISO 8601")
        }
    }

    /// Stricter than WebKit, which checks only the integer part: no amount is negative.
    mutating func checkMethods(_ methods: Node, _ place: String) {
        var identifiers: Set<String> = []
        for (index, method) in methods.elements.enumerated() {
            let place = "\(place)/\(index)"
            for member in ["label", "detail", "amount", "identifier"] {
                expect(method[member]?.string != nil, "\(place).\(member): present")
            }
            let amount = DecimalText(method["amount"])
            expect(amount?.isNegative == false, "\(place).amount: a decimal of at least zero")
            if let identifier = method["identifier"]?.string {
                expect(identifiers.insert(identifier).inserted, "\(place).identifier: once")
            }
            if let range = method["dateComponentsRange"] { checkDates(range, place) }
        }
    }

    private mutating func checkDates(_ range: Node, _ place: String) {
        for end in ["startDateComponents", "endDateComponents"] {
            let date = range[end].flatMap { components -> CivilDate? in
                guard let year = components["years"]?.int64,
                    let month = components["months"]?.int64, let day = components["days"]?.int64
                else { return nil }
                return CivilDate(year: year, month: Int(month), day: Int(day))
            }
            expect(date != nil, "\(place).\(end): a Gregorian date")
        }
    }

    /// WebKit's grammar: an optional `-`, digits, and optionally a point with any number of digits.
    struct DecimalText {
        let isNegative: Bool
        let isZero: Bool
        /// In millionths, for sums; money has no finer amounts.
        let millionths: Int128

        init?(_ node: Node?) {
            guard let text = node?.string else { return nil }
            var state = 0
            var sum: Int128 = 0
            var decimals = 0
            for byte in text.utf8 {
                let isDigit = byte >= 48 && byte <= 57
                switch (state, byte) {
                case (0, 45): state = 1
                case (0, _) where isDigit, (1, _) where isDigit, (2, _) where isDigit:
                    (state, sum) = (2, sum * 10 + Int128(byte - 48))
                case (2, 46): state = 3
                case (3, _) where isDigit, (4, _) where isDigit:
                    (state, sum, decimals) = (4, sum * 10 + Int128(byte - 48), decimals + 1)
                default: return nil
                }
                guard sum < 1 << 90, decimals <= 6 else { return nil }
            }
            guard state == 2 || state == 4 else { return nil }
            for _ in decimals..<6 { sum *= 10 }
            isNegative = text.utf8.first == 45
            isZero = sum == 0
            millionths = isNegative ? -sum : sum
        }
    }
}

extension Node {
    /// The strings of an array; nil if it is not an array or contains another type.
    var strings: [String]? {
        guard kind == .array else { return nil }
        var strings: [String] = []
        for element in elements {
            guard let string = element.string else { return nil }
            strings.append(string)
        }
        return strings
    }
}
