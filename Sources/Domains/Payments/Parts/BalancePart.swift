import Balances
import Vocabulary

/// The amount of one tender in a capture or refund.
package struct HoldPart: Hashable, Sendable {
    package let hold: Hold.ID
    /// In minor units, more than zero.
    package let amount: Int64
}

/// The amount that tops up a balance, or that a refund takes back from it (docs/rules/money.md#16).
package struct BalancePart: Hashable, Sendable {
    package let balance: Balance.ID
    /// In minor units, more than zero.
    package let amount: Int64
}

extension [BalancePart] {
    /// One part for each balance, in the order of first appearance.
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

    /// The parts up to an amount; what exceeds it is cut from the last ones. A capture credits no
    /// more than it collects, because the merchant's own discount may make a line cheaper than its
    /// price.
    func capped(at most: Int64) -> [BalancePart] {
        var remaining = Swift.max(0, most)
        return compactMap { part in
            let amount = Swift.min(remaining, part.amount)
            remaining -= amount
            return amount > 0 ? BalancePart(balance: part.balance, amount: amount) : nil
        }
    }

    subscript(of balance: Balance.ID) -> Int64 {
        reduce(0) { $1.balance == balance ? $0 + $1.amount : $0 }
    }
}

/// Decides how much of a payment goes to balances that it tops up: they come after everything else,
/// so that no money is credited before it is paid (docs/rules/money.md#16). A pure rule.
enum TopUp {
    /// The credits of a capture, or the debits of a refund.
    ///
    /// - Parameter owed: the credits of each balance when everything is captured; for a refund,
    ///   those of the captures.
    /// - Parameter before: the parts of earlier captures or refunds, done or in progress.
    /// - Parameter remaining: the amount that can be captured or refunded after this one.
    /// - Parameter named: the credits of the items that the capture or refund names.
    static func credits(
        owed: [BalancePart], before: [BalancePart], remaining: Int64, named: [BalancePart]
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
        var excess = open.reduce(0) { $0 + max(0, $1.amount) } - remaining
        open = open.map { part in
            let credit = min(max(0, excess), max(0, part.amount))
            excess -= credit
            return BalancePart(balance: part.balance, amount: credit)
        }
        return .init(summing: (named + open).map { ($0.balance, $0.amount) })
    }
}

/// Pairs payers with recipients, in their order: a pure rule.
enum Flow {
    struct Movement<Payer, Recipient> {
        let from: Payer
        let to: Recipient
        let amount: Int64
    }

    /// Both sides must have the same sum; an entry of zero is left out.
    static func pair<Payer, Recipient>(
        _ payers: [(Payer, Int64)], _ recipients: [(Recipient, Int64)]
    ) -> [Movement<Payer, Recipient>] {
        var movements: [Movement<Payer, Recipient>] = []
        var recipients = recipients[...]
        for (payer, amount) in payers {
            var remaining = amount
            while remaining > 0, let (recipient, requested) = recipients.first {
                let part = min(remaining, requested)
                if part > 0 { movements.append(Movement(from: payer, to: recipient, amount: part)) }
                remaining -= part
                recipients[recipients.startIndex].1 -= part
                if part == requested { recipients.removeFirst() }
            }
        }
        return movements
    }
}
