import Postgres

/// Reads one balance without a lock.
package struct FindBalance: Verb {
    package let balance: Balance.ID

    package init(balance: Balance.ID) { self.balance = balance }

    package func callAsFunction(in transaction: Transaction) throws -> Balance {
        guard let balance = try Balance.find(balance, in: transaction) else {
            throw BalanceRefusal.notFound
        }
        return balance
    }

    package func callAsFunction(on database: Database) async throws -> Balance {
        guard
            let row = try await database.run(Balance.find(balance), groupCommit: .reading).first
        else { throw BalanceRefusal.notFound }
        return try Balance(row: row)
    }
}
