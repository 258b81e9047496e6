import Crypto
import Merchants
import Postgres
import Vocabulary

/// Checks that the master keys are those that wrapped the merchants' data keys.
package struct VerifyDataKeys: Sendable {
    /// Nil if the server has no master keys yet.
    package let keys: KeyRing?

    package init(keys: KeyRing?) { self.keys = keys }

    /// - Returns: whether the keys unwrap one data key of each master key; nil if there are no data
    ///   keys.
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
