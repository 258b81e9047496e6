import Checkout
import Credentials
import Crypto
import Glibc
import Merchants
import Postgres

/// The server's master keys, of a file or of the environment, if the database's data was sealed under them.
struct MasterKeys {
    private enum Source {
        case file(String)
        /// What the variable holds.
        case environment(String)
    }

    private let source: Source

    init(_ config: Config) throws {
        switch (config.masterKeyFile.isEmpty, config.masterKey) {
        case (false, nil): source = .file(config.masterKeyFile)
        case (true, let text?): source = .environment(text)
        case (false, _?):
            throw CommandFailure.usage(
                "set one of PAYSHEET_MASTER_KEY_FILE and PAYSHEET_MASTER_KEY, not both")
        case (true, nil):
            throw CommandFailure.usage(
                "set PAYSHEET_MASTER_KEY_FILE to the file of the keys, or PAYSHEET_MASTER_KEY to "
                    + "what is in it")
        }
    }

    private var name: String {
        switch source {
        case .file(let path): path
        case .environment: "PAYSHEET_MASTER_KEY"
        }
    }

    /// Makes the file when there is none, but only where nothing is sealed yet: a path that was
    /// mistyped must not lead to a second key of the same number. Nor where live merchants are: keys
    /// that payments depend on are made, and backed up, by somebody who knows of them.
    ///
    /// - Parameter makes: whether it may be made at all.
    func ring(for database: Database, makes: Bool = true) async throws -> KeyRing {
        if case .file(let path) = source, access(path, F_OK) != 0 {
            try await make(path, for: database, makes)
        }
        let keys = try read()
        guard try await prove(keys, on: database) != .staysShut else {
            throw CommandFailure.failed(
                "\(name): the database holds data sealed under a key that is not in it; "
                    + MasterKeys.advice)
        }
        return keys
    }

    private func read() throws -> KeyRing {
        switch source {
        case .file(let path): return try MasterKeyFile.read(path)
        case .environment(let text):
            // A line break is hard to write where variables are set.
            var bytes = text.utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: "\n") : $0 }
            defer { bytes.wipe() }
            do {
                return try MasterKeyFile.parse(bytes[...], isText: true)
            } catch {
                throw CommandFailure.failed("\(name): \(error.description)")
            }
        }
    }

    private func make(_ path: String, for database: Database, _ mayMake: Bool) async throws {
        guard try await prove(nil, on: database) == .nothingIsSealed else {
            throw CommandFailure.failed(
                "\(path): there is no such file, and the database holds data sealed under another "
                    + "key; " + MasterKeys.advice)
        }
        guard mayMake, try await !AnyLiveMerchant()(on: database) else {
            throw CommandFailure.failed(
                "\(path): there is no such file, and live merchants are not served with a key that "
                    + "nobody has made: write one, as docs/operations.md says, and back it up")
        }
        do {
            try MasterKeyFile.create(path)
        } catch {
            // Unless another server made it at the same moment.
            guard access(path, F_OK) == 0 else { throw error }
        }
    }

    private func prove(_ keys: KeyRing?, on database: Database) async throws -> ProveKeys.Outcome {
        let buyers = try await ProveKeys(keys: keys)(on: database)
        switch try await ProveDataKeys(keys: keys)(on: database) {
        case nil: return buyers
        case true?: return buyers == .staysShut ? .staysShut : .opened
        case false?: return .staysShut
        }
    }

    private static let advice =
        "set PAYSHEET_MASTER_KEY_FILE to the file of that key, or use an empty database"
}
