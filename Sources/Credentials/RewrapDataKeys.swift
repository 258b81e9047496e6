import Crypto
import Merchants
import Postgres
import Vocabulary

/// Wraps merchants' data keys anew under the current master key: what was sealed stays as it is.
package struct RewrapDataKeys: Sendable {
    package let keys: KeyRing
    package let limit: Int

    package init(keys: KeyRing, limit: Int) {
        self.keys = keys
        self.limit = limit
    }

    /// How many were wrapped anew.
    package func callAsFunction(in transaction: Transaction) throws -> Int {
        // One that waits is newer, and another server's current one.
        let older = keys.allNumbers.filter { $0 < keys.currentNumber }
        let rows = try transaction.run(MerchantSeal.wrapped(by: older, limit: limit))
        for row in rows {
            let merchant: MerchantNumber = try row.get("merchant_id")
            let context = MerchantSeal.context(merchant)
            let key = try keys.unwrap(row.get("data_key"), context: context)
            try transaction.later(
                MerchantSeal.replace(
                    with: keys.wrap(key, context: context), number: keys.currentNumber,
                    of: merchant))
        }
        return rows.count
    }
}
