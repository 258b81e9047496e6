import Postgres
import Vocabulary

/// Moves money by the merchant's request: into a balance, out of it, or between two. It makes the
/// whole transfer or none.
package struct PostTransfer: Verb {
    package let amount: Money
    package let from: Account
    package let to: Account
    package let cause: Transfer.Cause
    package let merchant: MerchantNumber
    package let moment: Moment

    package init(
        _ amount: Money, from: Account, to: Account, for cause: Transfer.Cause,
        of merchant: MerchantNumber, moment: Moment
    ) {
        self.amount = amount
        self.from = from
        self.to = to
        self.cause = cause
        self.merchant = merchant
        self.moment = moment
    }

    /// Checks the source first, then the target.
    package func callAsFunction(in transaction: Transaction) throws -> Transfer {
        let ids = [from.balance, to.balance].compactMap(\.self)
        // Another merchant's balance is answered like an unknown one.
        guard ids.allSatisfy({ $0.merchant == merchant }) else { throw BalanceRefusal.notFound }
        let balances = try Balance.lock(ids, in: transaction)
        guard balances.count == ids.count else { throw BalanceRefusal.notFound }
        var ledger = Ledger(of: merchant, balances, at: moment.now)
        if let refusal = try from.balance.flatMap({
            try ledger.balance($0).refusal(spending: amount, at: moment.now)
        }) {
            throw refusal
        }
        if let refusal = try to.balance.flatMap({
            try ledger.balance($0).refusal(crediting: amount, at: moment.now)
        }) {
            throw refusal
        }
        try ledger.move(amount, from: from, to: to, for: cause)
        try ledger.store(in: transaction, identify: moment.identifier)
        return ledger.transfers[0]
    }
}
