/// Shares of an amount that add up to exactly the amount.
package enum Split {
    /// Splits by the largest remainder (Hamilton's method); of equal remainders the first wins.
    ///
    /// The amount and every weight are at least zero, and their sums stay below 2^63. If all
    /// weights are zero, the first part takes everything.
    package static func byLargestRemainder(_ amount: Int64, weights: [Int64]) -> [Int64] {
        guard amount > 0 else { return [Int64](repeating: 0, count: weights.count) }
        var whole: UInt64 = 0
        for weight in weights { whole += UInt64(weight) }
        guard whole > 0 else {
            var parts = [Int64](repeating: 0, count: weights.count)
            if !parts.isEmpty { parts[0] = amount }
            return parts
        }
        var parts: [Int64] = []
        var remainders: [UInt64] = []
        parts.reserveCapacity(weights.count)
        remainders.reserveCapacity(weights.count)
        var remaining = amount
        for weight in weights {
            // A weight is at most the whole, so the quotient is at most the amount and fits.
            let (quotient, remainder) = whole.dividingFullWidth(
                UInt64(amount).multipliedFullWidth(by: UInt64(weight)))
            parts.append(Int64(quotient))
            remainders.append(remainder)
            remaining -= Int64(quotient)
        }
        guard remaining > 0 else { return parts }
        let order = parts.indices.sorted {
            remainders[$0] != remainders[$1] ? remainders[$0] > remainders[$1] : $0 < $1
        }
        for index in order.prefix(Int(remaining)) { parts[index] += 1 }
        return parts
    }
}
