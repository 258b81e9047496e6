import Postgres
import Vocabulary

/// Tells of balances whose time is over. A worker calls it; several may run side by side.
///
/// They could not be spent since then, whether it was told or not.
package struct ExpireBalances: Sendable {
    package let now: Instant
    package let identify: @Sendable () -> UUID128

    package init(now: Instant, identify: @escaping @Sendable () -> UUID128) {
        self.now = now
        self.identify = identify
    }

    package static let batch = 100

    /// How many were told of. It passes over those that others have locked, so it waits for nobody.
    package func callAsFunction(in transaction: Transaction) throws -> Int {
        let balances = try transaction.run(Balance.lockExpired(at: now, limit: Self.batch))
            .map(Balance.init(row:))
        for (merchant, balances) in Dictionary(grouping: balances, by: \.id.merchant) {
            var ledger = Ledger(of: merchant, balances, at: now)
            for balance in balances { try ledger.expire(balance.id) }
            try ledger.store(in: transaction, identify: identify)
        }
        return balances.count
    }
}
