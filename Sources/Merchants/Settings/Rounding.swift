/// How a fraction of a minor unit is decided, once per rate (money.md 4).
package enum Rounding: String, CaseIterable, Sendable {
    case halfAwayFromZero
    case down

    /// The quotient in whole units; the divisor is above zero.
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
