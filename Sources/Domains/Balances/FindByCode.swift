import Crypto
import Postgres
import Vocabulary

/// Finds the balance of a typed code. The caller must count failures, because codes can be guessed.
package struct FindByCode: Verb {
    package let code: BalanceCode?
    package let merchant: MerchantNumber
    package let keys: KeyRing

    /// - Parameter typed: the code as typed; text in a wrong form counts as an unknown code.
    package init(typed: String, merchant: MerchantNumber, keys: KeyRing) {
        code = BalanceCode(typed: typed)
        self.merchant = merchant
        self.keys = keys
    }

    /// Reads the balance without a lock.
    package func callAsFunction(in transaction: Transaction) throws -> Balance {
        guard let code else { throw BalanceRefusal.unknownCode }
        let hashes = try code.hashes(keys, of: merchant)
        guard let row = try transaction.run(Balance.find(hashes, of: merchant)).first else {
            throw BalanceRefusal.unknownCode
        }
        return try Balance(row: row)
    }
}
