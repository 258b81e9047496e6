/// Rounding of fractions of a minor unit, once per rate (docs/rules/money.md#4).
package enum Rounding: String, CaseIterable, Sendable {
    /// To the nearest unit; a half away from zero.
    case halfAwayFromZero
    /// Toward zero.
    case down

    /// Returns the quotient, rounded to a whole number; the divisor must be positive.
    package func divide(_ dividend: Int128, by divisor: Int128) -> Int128 {
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        switch self {
        case .down: return quotient
        case .halfAwayFromZero:
            guard remainder.magnitude * 2 >= divisor.magnitude else { return quotient }
            return dividend < 0 ? quotient - 1 : quotient + 1
        }
    }
}
