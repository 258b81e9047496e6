import Postgres
import Vocabulary

/// Emits an event for each expired balance. A worker calls it; several may run in parallel.
///
/// The balances could not be spent since their expiry, with or without the event.
package struct ExpireBalances: Verb {
    package let moment: Moment

    package init(moment: Moment) { self.moment = moment }

    package static let batch = 100

    /// Returns the number of events. It skips balances that other transactions have locked, so it
    /// never waits.
    package func callAsFunction(in transaction: Transaction) throws -> Int {
        let balances = try transaction.run(Balance.lockExpired(at: moment.now, limit: Self.batch))
            .map(Balance.init(row:))
        for (merchant, balances) in Dictionary(grouping: balances, by: \.id.merchant) {
            var ledger = Ledger(of: merchant, balances, at: moment.now)
            for balance in balances { try ledger.expire(balance.id) }
            try ledger.store(in: transaction, identify: moment.identifier)
        }
        return balances.count
    }
}
