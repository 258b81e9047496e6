import Crypto
import Merchants
import Postgres
import Vocabulary

/// Finds out whether the master keys are those that merchants' data keys were wrapped under.
package struct ProveDataKeys: Sendable {
    /// Nothing when there is none yet.
    package let keys: KeyRing?

    package init(keys: KeyRing?) { self.keys = keys }

    /// Whether they open one of each master key's; nothing when there is none.
    package func callAsFunction(on database: Database) async throws -> Bool? {
        let rows = try await database.run(MerchantSeal.oneOfEach)
        guard !rows.isEmpty else { return nil }
        guard let keys else { return false }
        do {
            for row in rows {
                let merchant: MerchantNumber = try row.get("merchant_id")
                _ = try MerchantSeal(unwrapping: row.get("data_key"), of: merchant, keys: keys)
            }
            return true
        } catch is CryptoError {
            return false
        }
    }
}
