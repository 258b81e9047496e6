import Outbox
import Postgres
import Vocabulary

/// Keeps a balance from being spent, or lets it be spent again. What is so already stays so.
///
/// What was held before stays held and may be captured: the promise was made.
package struct FreezeBalance: Sendable {
    package let balance: Balance.ID
    /// Why; none lets it be spent again, whyever it was frozen.
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
    /// Freezes a balance, unless it is frozen: the first reason stays.
    package mutating func freeze(_ id: Balance.ID, as freezing: Balance.Freezing) throws {
        guard try balance(id).frozen == nil else { return }
        try change(id) { [now] in
            $0.frozen = freezing
            $0.frozenAt = now
        }
        try tell(.balanceFrozen, id, nil, nil)
    }

    /// Lets a balance be spent again, if it is frozen for this reason or none is asked for.
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

    /// Notes that a balance's time is over.
    mutating func expire(_ id: Balance.ID) throws {
        try change(id) { [now] in $0.expiredAt = now }
        try tell(.balanceExpired, id, nil, nil)
    }
}
