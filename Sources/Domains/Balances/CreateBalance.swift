import Crypto
import Outbox
import Postgres
import Vocabulary

/// Creates a balance, with its first credit if there is one.
package struct CreateBalance: Verb {
    package let balance: Balance
    package let code: BalanceCode?
    package let amount: Money?
    /// The keys that hash its code; nil for a balance without a code.
    package let keys: KeyRing?
    /// The identifier of the first credit.
    package let transfer: UUID128
    package let moment: Moment

    package init(
        balance: Balance, code: BalanceCode?, amount: Money?, keys: KeyRing?, transfer: UUID128,
        moment: Moment
    ) {
        self.balance = balance
        self.code = code
        self.amount = amount
        self.keys = keys
        self.transfer = transfer
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws -> Balance {
        let hashes = try keys.flatMap { try code?.hashes($0, of: balance.id.merchant) } ?? []
        try requireUnusedCode(hashes, in: transaction)
        do {
            _ = try transaction.run(balance.insert(hashes.first))
        } catch let error as PostgresError {
            switch error.constraintName {
            case "balances_have_a_code_of_their_own": throw BalanceRefusal.codeTaken
            case "balances_belong_to_their_customer": throw BalanceRefusal.unknownCustomer
            default: throw error
            }
        }
        var ledger = Ledger(of: balance.id.merchant, [balance], at: balance.createdAt)
        try ledger.emit(.balanceCreated, balance.id, nil, nil)
        if let amount {
            try ledger.move(
                amount, from: .system(.issuance), to: .balance(balance.id),
                for: Transfer.Cause(
                    id: transfer, kind: .credit, reference: balance.reference))
        }
        try ledger.store(in: transaction, identify: moment.identifier)
        return try ledger.balance(balance.id)
    }

    /// Refuses a code that another balance has, hashed with any of the derivation keys.
    ///
    /// Two servers may create the same code concurrently while only one of them knows the newest
    /// key. Both lock the hash of the oldest key, which both know.
    private func requireUnusedCode(_ hashes: [BalanceCode.Hash], in transaction: Transaction) throws
    {
        guard let oldest = hashes.last else { return }
        try transaction.enqueue(Balance.lockCode(oldest))
        let found = try transaction.run(Balance.find(hashes, of: balance.id.merchant))
        guard found.isEmpty else { throw BalanceRefusal.codeTaken }
    }
}
