import Crypto
import Merchants
import Postgres
import Vocabulary

/// Rewraps merchants' data keys under the current master key; values sealed with them do not
/// change.
package struct RewrapDataKeys: Verb {
    package let keys: KeyRing
    package let limit: Int

    package init(keys: KeyRing, limit: Int) {
        self.keys = keys
        self.limit = limit
    }

    /// - Returns: the number of rewrapped keys.
    package func callAsFunction(in transaction: Transaction) throws -> Int {
        // A master key with a higher number is not current on this server yet, but may be on
        // another.
        let older = keys.allNumbers.filter { $0 < keys.currentNumber }
        let rows = try transaction.run(MerchantSeal.wrapped(by: older, limit: limit))
        for row in rows {
            let merchant: MerchantNumber = try row.get("merchant_id")
            let context = MerchantSeal.context(merchant)
            let key = try keys.unwrap(row.get("data_key"), context: context)
            try transaction.enqueue(
                MerchantSeal.replace(
                    with: keys.wrap(key, context: context), number: keys.currentNumber,
                    of: merchant))
        }
        return rows.count
    }
}
