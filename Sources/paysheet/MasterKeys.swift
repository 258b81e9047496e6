import Checkout
import Crypto
import Glibc
import Postgres

/// The server's master keys: those of the file, if the database's data was sealed under them.
struct MasterKeys {
    private let path: String

    init(_ config: Config) throws {
        guard !config.masterKeyFile.isEmpty else {
            throw CommandFailure.usage("set PAYSHEET_MASTER_KEY_FILE to the file of the keys")
        }
        path = config.masterKeyFile
    }

    /// Makes the file when there is none, but only where nothing is sealed yet: a path that was
    /// mistyped must not lead to a second key of the same number.
    func ring(for database: Database) async throws -> KeyRing {
        if !isThere { try await make(for: database) }
        let keys = try MasterKeyFile.read(path)
        guard try await ProveKeys(keys: keys)(on: database) != .staysShut else {
            throw CommandFailure.failed(
                "\(path): the database holds data sealed under a key that is not in it; "
                    + MasterKeys.advice)
        }
        return keys
    }

    private func make(for database: Database) async throws {
        guard try await ProveKeys(keys: nil)(on: database) == .nothingIsSealed else {
            throw CommandFailure.failed(
                "\(path): there is no such file, and the database holds data sealed under another "
                    + "key; " + MasterKeys.advice)
        }
        do {
            try MasterKeyFile.create(path)
        } catch {
            // Unless another server made it at the same moment.
            guard isThere else { throw error }
        }
    }

    private var isThere: Bool { access(path, F_OK) == 0 }

    private static let advice =
        "set PAYSHEET_MASTER_KEY_FILE to the file of that key, or use an empty database"
}
