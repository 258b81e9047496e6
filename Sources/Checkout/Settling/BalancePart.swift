import Balances
import Vocabulary

/// What one tender gives to a capture, or gets of a refund.
package struct HoldPart: Hashable, Sendable {
    package let hold: Hold.ID
    /// In minor units, more than zero.
    package let amount: Int64
}

/// What goes to a balance that a line tops up, or is taken of it again (money.md 16).
package struct BalancePart: Hashable, Sendable {
    package let balance: Balance.ID
    /// In minor units, more than zero.
    package let amount: Int64
}

extension [BalancePart] {
    /// One part for each balance, in the order in which they first come.
    init(summing parts: some Sequence<(Balance.ID, Int64)>) {
        var order: [Balance.ID] = []
        var sums: [Balance.ID: Int64] = [:]
        for (balance, amount) in parts {
            if sums[balance] == nil { order.append(balance) }
            sums[balance, default: 0] += amount
        }
        self = order.compactMap { balance in
            guard let amount = sums[balance], amount > 0 else { return nil }
            return BalancePart(balance: balance, amount: amount)
        }
    }

    /// No more than was paid: a discount of the merchant's own may make a line cheaper than it says.
    func capped(at most: Int64) -> [BalancePart] {
        var left = Swift.max(0, most)
        return compactMap { part in
            let amount = Swift.min(left, part.amount)
            left -= amount
            return amount > 0 ? BalancePart(balance: part.balance, amount: amount) : nil
        }
    }

    subscript(of balance: Balance.ID) -> Int64 {
        reduce(0) { $1.balance == balance ? $0 + $1.amount : $0 }
    }
}

/// What of a payment belongs to balances that it tops up: they come after everything else, so that
/// nothing is credited before it is paid for (money.md 16). A pure rule.
enum TopUp {
    /// What a capture credits.
    ///
    /// - Parameter owed: what each line credits when all is captured.
    /// - Parameter before: what was credited, or is being.
    /// - Parameter left: what of the whole is still to be captured after this one.
    /// - Parameter named: what the items of the capture credit by themselves.
    static func credits(
        owed: [BalancePart], before: [BalancePart], left: Int64, named: [BalancePart]
    ) -> [BalancePart] {
        let named = named.map { part in
            BalancePart(
                balance: part.balance,
                amount: min(
                    part.amount, max(0, owed[of: part.balance] - before[of: part.balance])))
        }
        var open = owed.map { part in
            BalancePart(
                balance: part.balance,
                amount: part.amount - before[of: part.balance] - named[of: part.balance])
        }
        var excess = open.reduce(0) { $0 + max(0, $1.amount) } - left
        open = open.map { part in
            let credit = min(max(0, excess), max(0, part.amount))
            excess -= credit
            return BalancePart(balance: part.balance, amount: credit)
        }
        return .init(summing: (named + open).map { ($0.balance, $0.amount) })
    }
}

/// Pairs those who give with those who get, in their order: a pure rule.
enum Flow {
    struct Movement<Giver, Getter> {
        let from: Giver
        let to: Getter
        let amount: Int64
    }

    /// Both sides come to the same sum; whoever gives or gets nothing is left out.
    static func pair<Giver, Getter>(
        _ givers: [(Giver, Int64)], _ getters: [(Getter, Int64)]
    ) -> [Movement<Giver, Getter>] {
        var movements: [Movement<Giver, Getter>] = []
        var getters = getters[...]
        for (giver, amount) in givers {
            var left = amount
            while left > 0, let (getter, wanted) = getters.first {
                let part = min(left, wanted)
                if part > 0 { movements.append(Movement(from: giver, to: getter, amount: part)) }
                left -= part
                getters[getters.startIndex].1 -= part
                if part == wanted { getters.removeFirst() }
            }
        }
        return movements
    }
}
