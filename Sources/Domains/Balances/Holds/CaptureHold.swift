import Postgres
import Vocabulary

/// Captures a hold in full or in part; a last capture releases the rest.
package struct CaptureHold: Verb {
    package let hold: Hold.ID
    /// Nil captures the whole hold.
    package let amount: Money?
    package let account: Account
    package let cause: Transfer.Cause
    package let isLast: Bool
    package let balance: Balance.ID?
    package let moment: Moment

    /// - Parameter balance: the balance to which the hold must belong; nil accepts any.
    package init(
        hold: Hold.ID, amount: Money?, to account: Account, for cause: Transfer.Cause,
        isLast: Bool = true, of balance: Balance.ID? = nil, moment: Moment
    ) {
        self.hold = hold
        self.amount = amount
        self.account = account
        self.cause = cause
        self.isLast = isLast
        self.balance = balance
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws -> Ledger {
        let other = account.balance.map { [$0] } ?? []
        var ledger = try Ledger.lock(hold, of: balance, and: other, at: moment.now, in: transaction)
        let locked = try ledger.hold(hold)
        if let amount, amount.currency != locked.amount.currency {
            throw BalanceRefusal.otherCurrency(
                given: amount.currency, held: locked.amount.currency)
        }
        try ledger.capture(
            amount?.minorUnits ?? locked.capturable, of: hold, to: account, for: cause,
            isLast: isLast)
        try ledger.store(in: transaction, identify: moment.identifier)
        return ledger
    }
}
