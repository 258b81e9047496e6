import Crypto
import Outbox
import Postgres
import Vocabulary

/// Checks that the master keys are those that sealed the data in the database.
///
/// With other keys the server could not read the stored data, and the right keys could not read new
/// data. The check runs once, before the server does anything else.
package struct VerifyMasterKeys: Sendable {
    /// nil if the key file does not exist yet.
    package let keys: KeyRing?

    package init(keys: KeyRing?) { self.keys = keys }

    package enum Outcome: Hashable, Sendable {
        /// The database has no sealed data: any keys will do.
        case nothingEncrypted
        case opened
        case undecryptable
    }

    package func callAsFunction(on database: Database) async throws -> Outcome {
        let outcomes = [
            try await verifyCheckoutKey(on: database), try await verifyEndpointSecret(on: database),
        ]
        if outcomes.contains(.undecryptable) { return .undecryptable }
        return outcomes.contains(.opened) ? .opened : .nothingEncrypted
    }

    /// Every checkout starts with a data key, and a customer adopts the key of a checkout, so the
    /// newest checkout's key is the newest of all buyers' keys.
    private func verifyCheckoutKey(on database: Database) async throws -> Outcome {
        guard let row = try await database.run(CheckoutSession.newestSealed).first else {
            return .nothingEncrypted
        }
        let checkout = CheckoutSession.ID(
            merchant: try row.get("merchant_id"), uuid: try row.get("checkout_id"))
        let wrapped: [UInt8] = try row.get("data_key")
        return try outcome { _ = try Seal.open(wrapped, of: checkout, keys: $0) }
    }

    private func verifyEndpointSecret(on database: Database) async throws -> Outcome {
        guard let row = try await database.run(WebhookEndpoint.newest).first else {
            return .nothingEncrypted
        }
        let endpoint = try WebhookEndpoint(row: row)
        return try outcome {
            _ = try endpoint.secrets.signing(at: endpoint.createdAt, of: endpoint.id, keys: $0)
        }
    }

    private func outcome(_ open: (KeyRing) throws -> Void) throws -> Outcome {
        guard let keys else { return .undecryptable }
        do {
            try open(keys)
            return .opened
        } catch is CryptoError {
            return .undecryptable
        }
    }
}
