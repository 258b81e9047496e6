import Crypto
import Outbox
import Postgres
import Vocabulary

/// Finds out whether the master keys are those that the database's data was sealed under.
///
/// Under others nothing that is kept could be read, and what is new would be sealed so that the
/// right keys could not read it. Asked once, before a server does anything.
package struct ProveKeys: Sendable {
    /// Nothing when there is no file of keys yet.
    package let keys: KeyRing?

    package init(keys: KeyRing?) { self.keys = keys }

    package enum Outcome: Hashable, Sendable {
        /// Any keys will do.
        case nothingIsSealed
        case opened
        case staysShut
    }

    package func callAsFunction(on database: Database) async throws -> Outcome {
        let outcomes = [
            try await proveCheckout(on: database), try await proveEndpoint(on: database),
        ]
        if outcomes.contains(.staysShut) { return .staysShut }
        return outcomes.contains(.opened) ? .opened : .nothingIsSealed
    }

    /// A checkout always has a data key, and a customer adopts the one of a checkout, so the newest
    /// checkout's is the newest of all buyers'.
    private func proveCheckout(on database: Database) async throws -> Outcome {
        guard let row = try await database.run(Sheet.newestSealed).first else {
            return .nothingIsSealed
        }
        let checkout = Sheet.ID(
            merchant: try row.get("merchant_id"), uuid: try row.get("checkout_id"))
        let wrapped: [UInt8] = try row.get("data_key")
        return try outcome { _ = try Seal.open(wrapped, of: checkout, keys: $0) }
    }

    private func proveEndpoint(on database: Database) async throws -> Outcome {
        guard let row = try await database.run(Endpoint.newest).first else {
            return .nothingIsSealed
        }
        let endpoint = try Endpoint(row: row)
        return try outcome {
            _ = try endpoint.secrets.signing(at: endpoint.createdAt, of: endpoint.id, keys: $0)
        }
    }

    private func outcome(_ open: (KeyRing) throws -> Void) throws -> Outcome {
        guard let keys else { return .staysShut }
        do {
            try open(keys)
            return .opened
        } catch is CryptoError {
            return .staysShut
        }
    }
}
