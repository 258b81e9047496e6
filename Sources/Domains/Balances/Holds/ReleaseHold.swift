import Postgres
import Vocabulary

/// Releases a hold: its uncaptured part becomes available.
package struct ReleaseHold: Verb {
    package let hold: Hold.ID
    package let balance: Balance.ID?
    package let moment: Moment

    /// - Parameter balance: the balance to which the hold must belong; nil accepts any.
    package init(hold: Hold.ID, of balance: Balance.ID? = nil, moment: Moment) {
        self.hold = hold
        self.balance = balance
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws -> Ledger {
        var ledger = try Ledger.lock(hold, of: balance, at: moment.now, in: transaction)
        try ledger.release(hold)
        try ledger.store(in: transaction, identify: moment.identifier)
        return ledger
    }
}

extension Ledger {
    /// Lock order: the hold, then its balance and the others by identifier.
    static func lock(
        _ id: Hold.ID, of balance: Balance.ID?, and others: [Balance.ID] = [],
        at now: Instant, in transaction: Transaction
    ) throws -> Ledger {
        guard let hold = try Hold.lock(id, in: transaction),
            balance == nil || balance == hold.balance
        else { throw BalanceRefusal.notFound }
        guard hold.owner == nil else { throw BalanceRefusal.heldByCheckout }
        let balances = try Balance.lock([hold.balance] + others, in: transaction)
        return Ledger(of: id.merchant, balances, holds: [hold], at: now)
    }
}
