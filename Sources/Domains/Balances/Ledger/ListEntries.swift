import Postgres

/// Lists one page of a balance's statement, newest first.
package struct ListEntries: Sendable {
    package let balance: Balance.ID
    package let before: Int64?
    package let limit: Int

    package init(balance: Balance.ID, before: Int64?, limit: Int) {
        self.balance = balance
        self.before = before
        self.limit = limit
    }

    package func callAsFunction(in transaction: Transaction) throws -> [Entry] {
        _ = try FindBalance(balance: balance)(in: transaction)
        return try transaction.run(Entry.page(of: balance, before: before, limit: limit))
            .map(Entry.init(row:))
    }
}
