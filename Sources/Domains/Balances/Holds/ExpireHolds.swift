import Postgres
import Vocabulary

/// Ends the expired holds of all merchants. A worker calls it; several may run in parallel.
///
/// A hold without an end never expires, because a payment depends on it (docs/rules/money.md#15).
package struct ExpireHolds: Verb {
    package let moment: Moment

    package init(moment: Moment) { self.moment = moment }

    package static let batch = 100

    /// Returns the number of holds that it ended.
    ///
    /// Lock order: the holds, without those that other transactions have locked, then their
    /// balances by merchant and identifier.
    package func callAsFunction(in transaction: Transaction) throws -> Int {
        let holds = try transaction.run(Hold.lockExpired(at: moment.now, limit: Self.batch))
            .map(Hold.init(row:))
        let byMerchant = Dictionary(grouping: holds, by: \.id.merchant)
        for (merchant, holds) in byMerchant.sorted(by: { $0.key.value < $1.key.value }) {
            let balances = try Balance.lock(Set(holds.map(\.balance)), in: transaction)
            var ledger = Ledger(of: merchant, balances, holds: holds, at: moment.now)
            for hold in holds { try ledger.expire(hold.id) }
            try ledger.store(in: transaction, identify: moment.identifier)
        }
        return holds.count
    }
}
