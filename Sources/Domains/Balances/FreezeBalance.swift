import Outbox
import Postgres
import Vocabulary

/// Freezes or unfreezes a balance; repeating it changes nothing.
///
/// Existing holds stay and may be captured, because the money was already promised.
package struct FreezeBalance: Sendable {
    package let balance: Balance.ID
    /// The reason for freezing; nil unfreezes the balance, for any reason it was frozen.
    package let freezing: Balance.Freezing?
    package let now: Instant
    package let identify: @Sendable () -> UUID128

    package init(
        balance: Balance.ID, as freezing: Balance.Freezing?, now: Instant,
        identify: @escaping @Sendable () -> UUID128
    ) {
        self.balance = balance
        self.freezing = freezing
        self.now = now
        self.identify = identify
    }

    package func callAsFunction(in transaction: Transaction) throws -> Balance {
        let locked = try Balance.lock([balance], in: transaction)
        guard !locked.isEmpty else { throw BalanceRefusal.notFound }
        var ledger = Ledger(of: balance.merchant, locked, at: now)
        if let freezing {
            try ledger.freeze(balance, as: freezing)
        } else {
            try ledger.unfreeze(balance)
        }
        try ledger.store(in: transaction, identify: identify)
        return try ledger.balance(balance)
    }
}

extension Ledger {
    /// Freezes a balance. If it is already frozen, the first reason stays.
    package mutating func freeze(_ id: Balance.ID, as freezing: Balance.Freezing) throws {
        guard try balance(id).frozen == nil else { return }
        try change(id) { [now] in
            $0.frozen = freezing
            $0.frozenAt = now
        }
        try tell(.balanceFrozen, id, nil, nil)
    }

    /// Unfreezes a balance that is frozen for this reason; without a reason, any frozen balance.
    package mutating func unfreeze(_ id: Balance.ID, from freezing: Balance.Freezing? = nil) throws
    {
        guard let frozen = try balance(id).frozen, freezing == nil || frozen == freezing else {
            return
        }
        try change(id) {
            $0.frozen = nil
            $0.frozenAt = nil
        }
        try tell(.balanceUnfrozen, id, nil, nil)
    }

    /// Records a balance's expiry.
    mutating func expire(_ id: Balance.ID) throws {
        try change(id) { [now] in $0.expiredAt = now }
        try tell(.balanceExpired, id, nil, nil)
    }
}
