import Postgres
import Vocabulary

/// Lists one page of a balance's active holds, newest first.
package struct ListHolds: Sendable {
    package let balance: Balance.ID
    package let before: UUID128?
    package let limit: Int

    package init(balance: Balance.ID, before: UUID128?, limit: Int) {
        self.balance = balance
        self.before = before
        self.limit = limit
    }

    package func callAsFunction(in transaction: Transaction) throws -> [Hold] {
        _ = try FindBalance(balance: balance)(in: transaction)
        return try transaction.run(Hold.page(of: balance, before: before, limit: limit))
            .map(Hold.init(row:))
    }
}
