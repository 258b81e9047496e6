import Postgres

/// Changes a balance's reference, metadata and expiry; transfers move its money.
package struct ChangeBalance: Verb {
    package let balance: Balance.ID
    package let change: @Sendable (Balance) throws -> Balance

    package init(balance: Balance.ID, change: @escaping @Sendable (Balance) throws -> Balance) {
        self.balance = balance
        self.change = change
    }

    package func callAsFunction(in transaction: Transaction) throws -> Balance {
        guard let old = try Balance.lock([balance], in: transaction).first else {
            throw BalanceRefusal.notFound
        }
        var new = try change(old)
        // The balance may expire again, with a new event.
        if new.expiresAt != old.expiresAt { new.expiredAt = nil }
        try transaction.enqueue(new.storeTerms)
        return new
    }
}
