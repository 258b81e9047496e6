import Vocabulary

/// The goods in minor units: one amount for each item of the cart or explicit line.
package struct Goods {
    /// Zero for an amount that is pending or charged later.
    package let amounts: [Int64]
    /// The sum of the final amounts.
    let subtotal: Int64
    let isPending: Bool

    package init(_ cartContent: CheckoutRequest.CartContent) throws(PricingRefusal) {
        var amounts: [Int64] = []
        var isPending = false
        switch cartContent {
        case .items(let items):
            amounts.reserveCapacity(items.count)
            for item in items {
                guard let gross = item.gross else { throw .outOfRange }
                amounts.append(item.isPending ? 0 : gross)
                isPending = isPending || item.isPending
            }
        case .lines(let lines):
            amounts.reserveCapacity(lines.count)
            for line in lines {
                let isFinal = line.kind == .final
                amounts.append(isFinal && line.isImmediate ? line.amount.minorUnits : 0)
                isPending = isPending || (!isFinal && line.isImmediate)
            }
        }
        var sum: Int64 = 0
        var positive: Int64 = 0
        for amount in amounts {
            sum += amount
            positive += max(0, amount)
            // Each amount is within 2^53, so a sum that is checked at each step cannot wrap.
            guard positive <= Money.minorUnitsMax, sum >= -Money.minorUnitsMax else {
                throw .outOfRange
            }
        }
        self.amounts = amounts
        self.subtotal = sum
        self.isPending = isPending
    }
}
