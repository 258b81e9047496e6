import Crypto
import Postgres
import Vocabulary

/// Loads and decrypts the keys of a merchant's account.
package struct FindProcessorAccount: Sendable {
    package let merchant: MerchantNumber
    package let keys: KeyRing

    package init(of merchant: MerchantNumber, keys: KeyRing) {
        self.merchant = merchant
        self.keys = keys
    }

    /// - Returns: nil if the merchant has not connected an account.
    package func callAsFunction(on database: Database) async throws -> ProcessorAccount? {
        let rows = try await database.run(ProcessorAccount.find(of: merchant))
        return try rows.first.map { row in
            let seal = try MerchantSeal(
                unwrapping: row.get("data_key"), of: merchant, keys: keys)
            return try ProcessorAccount(
                opening: row.get("secrets"), with: seal, of: merchant,
                changedAt: row.get("changed_at"))
        }
    }
}
