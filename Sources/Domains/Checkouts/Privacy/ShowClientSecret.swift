import Crypto
import Postgres
import Vocabulary

/// Derives the client secret of a checkout; it is not stored.
package struct ShowClientSecret: Sendable {
    package let checkout: Sheet.ID

    package init(checkout: Sheet.ID) { self.checkout = checkout }

    package func callAsFunction(on database: Database, keys: KeyRing) async throws -> ClientSecret {
        guard let row = try await database.run(Sheet.find(checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        let sheet = try Sheet(row: row)
        return try ClientSecret(
            for: checkout, keyNumber: sheet.derivationKey, generation: sheet.generation,
            keys: keys)
    }
}
