import Carts
import Vocabulary

/// The amounts that the buyer pays for each item of a cart, and the quantities captured or refunded
/// before: pure rules for captures and refunds by item (docs/rules/money.md#4).
///
/// The share of a quantity is the difference between two cumulative costs, so the parts of an item
/// always add up to exactly the whole.
struct ItemShares: Sendable {
    struct Item: Hashable, Sendable {
        let quantity: Int64
        /// With its share of discount and tax, in minor units; a line that reduces the total is
        /// negative.
        let paid: Int64
        /// The part of it that tops up a balance, for the whole quantity; never tax.
        var credited: Int64 = 0
    }

    let items: [Item]
    /// Added to the last of the items.
    let delivery: Int64
    /// The quantity of each item that is captured or refunded, or in progress.
    private(set) var processed: [Int64]

    init(_ items: [Item], delivery: Int64, processed: [[ItemQuantity]] = []) {
        self.items = items
        self.delivery = delivery
        var sums = [Int64](repeating: 0, count: items.count)
        for part in processed.joined() where sums.indices.contains(part.index) {
            sums[part.index] += part.quantity
        }
        self.processed = sums
    }

    enum Refusal: Error, Equatable {
        /// The cart has no such item.
        case unknown(index: Int)
        case tooMany(index: Int, remaining: Int64)
    }

    struct Share: Hashable, Sendable {
        /// Without repetition, in the cart's order.
        let items: [ItemQuantity]
        let amount: Int64
        /// True if no item of the cart is left afterwards.
        let isAll: Bool
        /// The part of the amount for each item that tops up a balance, by its index.
        let credits: [Int: Int64]
    }

    /// The share of some items.
    ///
    /// - Parameter requested: a nil quantity means all that is left of the item.
    /// - Parameter isLast: adds delivery although items are left.
    func share(
        of requested: [(index: Int, quantity: Int64?)], isLast: Bool = false
    ) throws(Refusal) -> Share {
        var taken = [Int64](repeating: 0, count: items.count)
        for (index, quantity) in requested {
            guard items.indices.contains(index) else { throw .unknown(index: index) }
            let remaining = items[index].quantity - processed[index] - taken[index]
            let quantity = quantity ?? remaining
            guard quantity > 0, quantity <= remaining else {
                throw .tooMany(index: index, remaining: max(0, remaining))
            }
            taken[index] += quantity
        }
        var amount: Int64 = 0
        var credits: [Int: Int64] = [:]
        for index in items.indices where taken[index] > 0 {
            let item = items[index]
            let before = processed[index]
            let part = { (whole: Int64) in
                Self.cost(of: before + taken[index], of: item.quantity, costing: whole)
                    - Self.cost(of: before, of: item.quantity, costing: whole)
            }
            amount += part(item.paid)
            if item.credited > 0 { credits[index] = part(item.credited) }
        }
        let isAll = items.indices.allSatisfy { processed[$0] + taken[$0] == items[$0].quantity }
        if isAll || isLast { amount += delivery }
        return Share(
            items: taken.indices.filter { taken[$0] > 0 }.map {
                ItemQuantity(index: $0, quantity: taken[$0])
            }, amount: amount, isAll: isAll, credits: credits)
    }

    /// The cost of the quantities that exceed others, such as returned items beyond captured ones.
    func cost(of quantities: [Int64], beyond others: [Int64]) -> Int64 {
        items.indices.reduce(0) { sum, index in
            let item = items[index]
            let (count, other) = (quantities[index], min(quantities[index], others[index]))
            return sum + Self.cost(of: count, of: item.quantity, costing: item.paid)
                - Self.cost(of: other, of: item.quantity, costing: item.paid)
        }
    }

    /// The cost of the first `count` of several items together, rounded once, half away from zero.
    static func cost(of count: Int64, of quantity: Int64, costing whole: Int64) -> Int64 {
        guard whole >= 0 else { return -cost(of: count, of: quantity, costing: -whole) }
        return Split.byLargestRemainder(whole, weights: [count, quantity - count])[0]
    }
}
