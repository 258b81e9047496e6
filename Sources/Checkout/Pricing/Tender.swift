import Balances
import Merchants
import Vocabulary

/// A stored balance that pays part of a checkout: what the sheet shows of the hold that keeps it.
package struct Tender: Hashable, Sendable {
    package let balance: Balance.ID
    /// The hold whose owner is the checkout; it has the truth.
    package let hold: Hold.ID
    package let kind: Balance.Kind
    /// The last characters of its code, to tell cards apart.
    package let hint: String?
    /// The most that it pays by the wish of whoever attached it; none = all that it has.
    package var limit: Int64?
    /// What it pays, in minor units of the checkout's currency.
    package var amount: Int64
    /// Until then the hold stands; none while a payment counts on it, or has been made with it.
    package var heldUntil: Instant?

    /// Longer than a buyer leaves a sheet alone and comes back to it.
    package static let heldSecondsMin: Int64 = 30 * 60
    /// For so long it is held at once, so that not each question has to hold it anew.
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
    /// What each of several balances pays of a total, by the most that each can: in their order, and
    /// nothing more once the total is paid, so that no balance is emptied for nothing.
    static func shares(of total: Int64, atMost most: [Int64]) -> [Int64] {
        var left = max(0, total)
        return most.map { most in
            let share = min(left, max(0, most))
            left -= share
            return share
        }
    }
}

extension [Tender] {
    /// What they pay together.
    package var amount: Int64 { reduce(0) { $0 + $1.amount } }

    /// With what each pays of a total.
    ///
    /// - Parameter most: what each has for this checkout, in their order.
    func sharing(_ total: Int64, having most: [Int64]) -> [Tender] {
        let most = zip(self, most).map { Swift.min($0.limit ?? .max, $1) }
        return zip(self, Tender.shares(of: total, atMost: most)).map { tender, share in
            var tender = tender
            tender.amount = share
            return tender
        }
    }
}
