import Postgres

/// Changes what a balance is called and until when it may be spent; money is moved by transfers.
package struct ChangeBalance: Sendable {
    package let balance: Balance.ID
    package let change: @Sendable (Balance) throws -> Balance

    package init(
        balance: Balance.ID, change: @escaping @Sendable (Balance) throws -> Balance
    ) {
        self.balance = balance
        self.change = change
    }

    package func callAsFunction(in transaction: Transaction) throws -> Balance {
        guard let old = try Balance.lock([balance], in: transaction).first else {
            throw BalanceRefusal.notFound
        }
        var new = try change(old)
        // It may expire again, and is told again.
        if new.expiresAt != old.expiresAt { new.expiredAt = nil }
        try transaction.later(new.storeTerms)
        return new
    }
}
