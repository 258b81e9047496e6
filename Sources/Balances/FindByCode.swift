import Crypto
import Postgres
import Vocabulary

/// The balance of a code that somebody typed. Whoever asks counts the failures: codes are guessed.
package struct FindByCode: Sendable {
    package let code: BalanceCode?
    package let merchant: MerchantNumber
    package let keys: KeyRing

    /// - Parameter typed: as it came; what no balance can have as its code is unknown as well.
    package init(typed: String, merchant: MerchantNumber, keys: KeyRing) {
        code = BalanceCode(typed: typed)
        self.merchant = merchant
        self.keys = keys
    }

    /// Without a lock.
    package func callAsFunction(in transaction: Transaction) throws -> Balance {
        guard let code else { throw BalanceRefusal.unknownCode }
        let hashes = try code.hashes(keys, of: merchant)
        guard let row = try transaction.run(Balance.find(hashes, of: merchant)).first else {
            throw BalanceRefusal.unknownCode
        }
        return try Balance(row: row)
    }
}
