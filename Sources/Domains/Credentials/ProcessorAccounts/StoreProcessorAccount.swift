import Crypto
import Postgres
import Vocabulary

/// Stores the sealed keys of a merchant's account and replaces earlier ones.
package struct StoreProcessorAccount: Verb {
    package let account: ProcessorAccount
    package let keys: KeyRing

    package init(account: ProcessorAccount, keys: KeyRing) {
        self.account = account
        self.keys = keys
    }

    package func callAsFunction(in transaction: Transaction) throws {
        let seal = try MerchantSeal.locked(of: account.merchant, keys: keys, in: transaction)
        try transaction.enqueue(account.store(sealed: account.sealed(with: seal)))
    }
}
