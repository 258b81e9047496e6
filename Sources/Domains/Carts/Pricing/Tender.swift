import Balances
import Merchants
import Vocabulary

/// A stored balance that pays part of a checkout: the checkout's copy of the hold.
package struct Tender: Hashable, Sendable {
    package let balance: Balance.ID
    /// The hold that the checkout owns; it is authoritative.
    package let hold: Hold.ID
    package let kind: Balance.Kind
    /// The last characters of its code, to tell cards apart.
    package let hint: String?
    /// The most that it may pay, in minor units, set when it was attached; nil means all that it
    /// has.
    package var limit: Int64?
    /// The amount that it pays, in minor units of the checkout's currency.
    package var amount: Int64
    /// The time at which the hold ends; nil while a payment relies on it, or has used it.
    package var heldUntil: Instant?

    /// A sheet update renews a hold that has less time left than this, which is longer than a buyer
    /// leaves a sheet open before returning to it.
    package static let heldSecondsMin: Int64 = 30 * 60
    /// The duration of a new hold, so that not every update has to renew it.
    package static let heldSecondsMax: Int64 = 45 * 60

    package init(
        balance: Balance.ID, hold: Hold.ID, kind: Balance.Kind, hint: String?,
        limit: Int64? = nil, amount: Int64 = 0, heldUntil: Instant? = nil
    ) {
        self.balance = balance
        self.hold = hold
        self.kind = kind
        self.hint = hint
        self.limit = limit
        self.amount = amount
        self.heldUntil = heldUntil
    }
}

extension Tender {
    /// The amount that each balance pays of a total, given the most that each can pay: in their
    /// order, and nothing once the total is paid, so that no balance is emptied needlessly.
    package static func shares(of total: Int64, atMost most: [Int64]) -> [Int64] {
        var remaining = max(0, total)
        return most.map { most in
            let share = min(remaining, max(0, most))
            remaining -= share
            return share
        }
    }
}

extension [Tender] {
    /// The sum of their amounts.
    package var amount: Int64 { reduce(0) { $0 + $1.amount } }

    /// Returns the tenders with the amounts that they pay of a total.
    ///
    /// - Parameter most: the most that each can pay for this checkout, in their order.
    package func allocating(_ total: Int64, having most: [Int64]) -> [Tender] {
        let most = zip(self, most).map { Swift.min($0.limit ?? .max, $1) }
        return zip(self, Tender.shares(of: total, atMost: most)).map { tender, share in
            var tender = tender
            tender.amount = share
            return tender
        }
    }
}
