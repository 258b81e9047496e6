import Crypto
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

    /// A checkout always has a data key, and a customer adopts the one of a checkout, so the newest
    /// checkout's is the newest of all.
    package func callAsFunction(on database: Database) async throws -> Outcome {
        guard let row = try await database.run(Sheet.newestSealed).first else {
            return .nothingIsSealed
        }
        guard let keys else { return .staysShut }
        let checkout = Sheet.ID(
            merchant: try row.get("merchant_id"), uuid: try row.get("checkout_id"))
        let wrapped: [UInt8] = try row.get("data_key")
        do {
            _ = try Seal.open(wrapped, of: checkout, keys: keys)
            return .opened
        } catch is CryptoError {
            return .staysShut
        }
    }
}
