import Postgres
import Vocabulary

/// Reserves money of a balance for the merchant's own purpose. A checkout's holds are made by
/// `Checkouts/Balances/TenderAllocation`; the rule of both is `Ledger.add`.
package struct HoldFunds: Verb {
    package let hold: Hold
    package let moment: Moment

    package init(hold: Hold, moment: Moment) {
        self.hold = hold
        self.moment = moment
    }

    /// The hold's `createdAt` is the time of the call.
    package func callAsFunction(in transaction: Transaction) throws -> Ledger {
        let balances = try Balance.lock([hold.balance], in: transaction)
        guard !balances.isEmpty else { throw BalanceRefusal.notFound }
        var ledger = Ledger(of: hold.id.merchant, balances, at: hold.createdAt)
        try ledger.add(hold)
        try ledger.store(in: transaction, identify: moment.identifier)
        return ledger
    }
}
