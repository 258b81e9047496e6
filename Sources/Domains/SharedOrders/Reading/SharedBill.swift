import Carts
import Merchants
import Vocabulary

/// The total of a shared order and each participant's part. The parts add up to exactly the total.
package struct SharedBill: Hashable, Sendable {
    package let items: Int64
    package let fees: Int64
    /// Zero if prices include it.
    package let tax: Int64
    package let tip: Int64
    /// By participant, in the order of their numbers; a participant without choices has no part.
    package let parts: [Part]

    package var total: Int64 { items + fees + tax + tip }

    package struct Part: Hashable, Sendable {
        package let participant: Int
        package let items: Int64
        /// The participant's part of the fees; `tax` and `tip` are their parts of the tax and the
        /// tip.
        package let fees: Int64
        package let tax: Int64
        package let tip: Int64

        package var total: Int64 { items + fees + tax + tip }
    }

    /// Returns nil if the total exceeds the largest amount.
    ///
    /// - Parameter items: the total of each participant's choices, by participant number.
    package init?(
        items: [Int: Int64], _ terms: SharedOrderTerms, tip: Int64, rounding: Rounding
    ) {
        // No sum overflows: every change of a choice keeps the sum of the goods below 2^53. Each of
        // the five fees (SharedOrderLimits.feesMax) and the tip are below 2^53 too. The tax at most
        // doubles them.
        let people = items.keys.sorted()
        let weights = people.map { items[$0] ?? 0 }
        let goods = weights.reduce(0, +)
        let fees = terms.fees.reduce(0) { $0 + $1.amount.minorUnits }
        var tax: Int64 = 0
        if let addedTax = terms.tax, !addedTax.isIncluded {
            tax = Int64(
                clamping: rounding.divide(
                    Int128(goods + fees) * Int128(addedTax.rate.millionths),
                    by: Int128(Rate.whole)))
        }
        guard goods + fees + tax + tip <= Money.minorUnitsMax else { return nil }
        // If all choices are free, everyone pays the same part.
        let keys = goods == 0 ? people.map { _ in 1 } : weights
        let split = [fees, tax, tip].map { Split.byLargestRemainder($0, weights: keys) }
        self.items = goods
        self.fees = fees
        self.tax = tax
        self.tip = tip
        parts = people.enumerated().map { place, number in
            Part(
                participant: number, items: weights[place], fees: split[0][place],
                tax: split[1][place], tip: split[2][place])
        }
    }
}
