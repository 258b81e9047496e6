import Outbox
import Postgres
import Vocabulary

/// Freezes or unfreezes a balance; repeating it changes nothing.
///
/// Existing holds stay and may be captured, because the money was already promised.
package struct FreezeBalance: Verb {
    package let balance: Balance.ID
    /// The reason for freezing; nil unfreezes the balance, for any reason it was frozen.
    package let freezeReason: Balance.FreezeReason?
    package let moment: Moment

    package init(balance: Balance.ID, as freezeReason: Balance.FreezeReason?, moment: Moment) {
        self.balance = balance
        self.freezeReason = freezeReason
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws -> Balance {
        let locked = try Balance.lock([balance], in: transaction)
        guard !locked.isEmpty else { throw BalanceRefusal.notFound }
        var ledger = Ledger(of: balance.merchant, locked, at: moment.now)
        if let freezeReason {
            try ledger.freeze(balance, as: freezeReason)
        } else {
            try ledger.unfreeze(balance)
        }
        try ledger.store(in: transaction, identify: moment.identifier)
        return try ledger.balance(balance)
    }
}

extension Ledger {
    /// Freezes a balance. If it is already frozen, the first reason stays.
    package mutating func freeze(_ id: Balance.ID, as freezeReason: Balance.FreezeReason) throws {
        guard try balance(id).frozen == nil else { return }
        try change(id) { [now] in
            $0.frozen = freezeReason
            $0.frozenAt = now
        }
        try emit(.balanceFrozen, id, nil, nil)
    }

    /// Unfreezes a balance that is frozen for this reason; without a reason, any frozen balance.
    package mutating func unfreeze(_ id: Balance.ID, from freezeReason: Balance.FreezeReason? = nil)
        throws
    {
        guard let frozen = try balance(id).frozen, freezeReason == nil || frozen == freezeReason
        else {
            return
        }
        try change(id) {
            $0.frozen = nil
            $0.frozenAt = nil
        }
        try emit(.balanceUnfrozen, id, nil, nil)
    }

    /// Records a balance's expiry.
    mutating func expire(_ id: Balance.ID) throws {
        try change(id) { [now] in $0.expiredAt = now }
        try emit(.balanceExpired, id, nil, nil)
    }
}
