/// A fraction of an amount in integer millionths (docs/rules/money.md#4): 8.875 % is 88,750.
package struct Rate: Hashable, Sendable {
    /// From 0 to `whole`.
    package let millionths: Int64

    package static let whole: Int64 = 1_000_000

    package init?(millionths: Int64) {
        guard (0...Rate.whole).contains(millionths) else { return nil }
        self.millionths = millionths
    }

    /// Parses a percentage with at most four decimals, the most that millionths can represent:
    /// `8.875`.
    package init?(percent text: String) {
        var millionths: Int64 = 0
        var decimals: Int?
        var digits = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "."), decimals == nil, digits > 0 {
                decimals = 0
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            millionths = millionths * 10 + Int64(byte - UInt8(ascii: "0"))
            digits += 1
            decimals = decimals.map { $0 + 1 }
            // At most three digits before the point, so the number cannot overflow.
            guard digits - (decimals ?? 0) <= 3, (decimals ?? 0) <= Rate.decimalsMax else {
                return nil
            }
        }
        guard digits > 0, decimals != 0 else { return nil }
        for _ in (decimals ?? 0)..<Rate.decimalsMax { millionths *= 10 }
        self.init(millionths: millionths)
    }

    /// The percentage with as many decimals as needed: `20`, `8.875`.
    package var percent: String {
        let (whole, fraction) = millionths.quotientAndRemainder(dividingBy: 10_000)
        guard fraction > 0 else { return String(whole) }
        var digits = String(fraction + 10_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return String(whole) + "." + digits
    }

    private static let decimalsMax = 4
}
