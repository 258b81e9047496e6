import Postgres
import Vocabulary

/// Promises money of a balance to a checkout, or to whatever its merchant has in mind.
package struct HoldFunds: Sendable {
    package let hold: Hold
    package let identify: @Sendable () -> UUID128

    package init(hold: Hold, identify: @escaping @Sendable () -> UUID128) {
        self.hold = hold
        self.identify = identify
    }

    /// The hold's `createdAt` is the moment of the call.
    package func callAsFunction(in transaction: Transaction) throws -> Ledger {
        let balances = try Balance.lock([hold.balance], in: transaction)
        guard !balances.isEmpty else { throw BalanceRefusal.notFound }
        var ledger = Ledger(of: hold.id.merchant, balances, at: hold.createdAt)
        try ledger.add(hold)
        try ledger.store(in: transaction, identify: identify)
        return ledger
    }
}
