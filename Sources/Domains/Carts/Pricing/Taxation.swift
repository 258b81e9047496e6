import Merchants
import Vocabulary

/// The tax of one rate on a purchase.
package struct TaxShare: Hashable, Sendable {
    package let rate: TaxRate
    /// The taxed amount in minor units: after the discount, with delivery if that is taxed.
    package let base: Int64
    package let amount: Int64
}

/// The taxes of a purchase by rate and by part; a pure computation in minor units
/// (docs/rules/money.md#4).
///
/// Tax is rounded once for each rate: half away from zero, or toward zero if the merchant says so
/// (Merchants/Settings/Rounding.swift).
struct Taxation {
    /// A taxable part of a purchase.
    struct Part {
        /// Its price after the discount; at least zero.
        let net: Int64
        let taxCode: String?
        let isDelivery: Bool
    }

    /// In the order of the merchant's list, without rates that had nothing to tax.
    private(set) var shares: [TaxShare] = []
    /// Tax on top of the price, by part.
    private(set) var added: [Int64]
    /// Tax that the price contains, by part.
    private(set) var included: [Int64]

    init(of parts: [Part], rates: [TaxRate], rounding: Rounding) throws(PricingRefusal) {
        added = [Int64](repeating: 0, count: parts.count)
        included = added
        guard !rates.isEmpty else { return }
        let isNamed = parts.map { part in
            part.taxCode.map { code in rates.contains { $0.taxCodes.contains(code) } } ?? false
        }
        for rate in rates {
            let weights = parts.indices.map { index in
                rate.isFor(parts[index], named: isNamed[index]) ? parts[index].net : 0
            }
            let base = weights.reduce(0, +)
            guard base > 0 else { continue }
            let exact: Int128
            switch rate.inclusion {
            case .added:
                exact = rounding.divide(
                    Int128(base) * Int128(rate.fraction.millionths), by: Int128(Rate.whole))
            case .included:
                let divisors = parts.indices.map { index in
                    Taxation.divisor(rates: rates, of: parts[index], named: isNamed[index])
                }
                exact = rate.fraction.contained(in: weights, divisors: divisors, rounding: rounding)
            }
            let amount = try Int64.inRange(exact)
            shares.append(TaxShare(rate: rate, base: base, amount: amount))
            let split = Split.byLargestRemainder(amount, weights: weights)
            for (index, part) in split.enumerated() {
                switch rate.inclusion {
                case .added: added[index] += part
                case .included: included[index] += part
                }
            }
        }
    }

    /// One plus the sum of the included rates of a part, in millionths: a price divided by it is
    /// the price without tax.
    private static func divisor(rates: [TaxRate], of part: Part, named: Bool) -> Int64 {
        rates.reduce(Rate.whole) { sum, rate in
            rate.inclusion == .included && rate.isFor(part, named: named)
                ? sum + rate.fraction.millionths : sum
        }
    }
}

extension TaxRate {
    /// `named` is true if any rate of the place names the part's own tax code.
    fileprivate func isFor(_ part: Taxation.Part, named: Bool) -> Bool {
        if part.isDelivery { return taxesDelivery && taxCodes.isEmpty }
        guard named, let code = part.taxCode else { return taxCodes.isEmpty }
        return taxCodes.contains(code)
    }
}

extension Rate {
    /// The tax in prices that contain it, rounded once over all of them.
    ///
    /// Prices with equal divisors are divided as one, exactly. If rates overlap only in part, the
    /// quotients are added with forty binary places, and a half is recognized within their error.
    fileprivate func contained(in prices: [Int64], divisors: [Int64], rounding: Rounding) -> Int128
    {
        var groups: [(divisor: Int64, price: Int128)] = []
        for (price, divisor) in zip(prices, divisors) where price > 0 {
            if let index = groups.firstIndex(where: { $0.divisor == divisor }) {
                groups[index].price += Int128(price)
            } else {
                groups.append((divisor, Int128(price)))
            }
        }
        if groups.count == 1 {
            return rounding.divide(
                groups[0].price * Int128(millionths), by: Int128(groups[0].divisor))
        }
        var sum: Int128 = 0
        for group in groups {
            sum += Rounding.halfAwayFromZero.divide(
                (group.price * Int128(millionths)) << 40, by: Int128(group.divisor))
        }
        return rounding.divide(sum + Int128(groups.count), by: 1 << 40)
    }
}

extension Int64 {
    /// Converts an amount that money can represent; refuses a larger one instead of truncating it.
    static func inRange(_ amount: Int128) throws(PricingRefusal) -> Int64 {
        guard amount.magnitude <= UInt128(Money.minorUnitsMax) else { throw .outOfRange }
        return Int64(amount)
    }
}
