import Crypto
import Postgres
import Vocabulary

/// Derives the client secret of a checkout; it is not stored.
package struct ShowClientSecret: Sendable {
    package let checkout: CheckoutSession.ID

    package init(checkout: CheckoutSession.ID) { self.checkout = checkout }

    package func callAsFunction(on database: Database, keys: KeyRing) async throws -> ClientSecret {
        guard let row = try await database.run(CheckoutSession.find(checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        let session = try CheckoutSession(row: row)
        return try ClientSecret(
            for: checkout, keyNumber: session.derivationKey, generation: session.generation,
            keys: keys)
    }
}
