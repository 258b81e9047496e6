import Checkouts
import Credentials
import Crypto
import Glibc
import Merchants
import Postgres

/// The server's master keys, from a file or the environment, if they open the database's sealed
/// data.
struct MasterKeys {
    private enum Source {
        case file(String)
        /// The variable's value.
        case environment(String)
    }

    private let source: Source

    init(_ config: Config) throws {
        switch (config.masterKeyFile.isEmpty, config.masterKey) {
        case (false, nil): source = .file(config.masterKeyFile)
        case (true, let text?): source = .environment(text)
        case (false, _?):
            throw CommandFailure.usage(
                "set either PAYSHEET_MASTER_KEY_FILE or PAYSHEET_MASTER_KEY, not both")
        case (true, nil):
            throw CommandFailure.usage(
                "set PAYSHEET_MASTER_KEY_FILE to the key file, or PAYSHEET_MASTER_KEY to "
                    + "its content")
        }
    }

    private var name: String {
        switch source {
        case .file(let path): path
        case .environment: "PAYSHEET_MASTER_KEY"
        }
    }

    /// Reads the keys, and creates the file if it does not exist. It creates one only while no data
    /// is sealed: a mistyped path must not lead to a second key of the same number. Nor does it
    /// create the file where live merchants exist: the operator must make and back up keys on which
    /// payments depend.
    ///
    /// - Parameter createsMissing: true if the file may be created at all.
    func ring(for database: Database, createsMissing: Bool = true) async throws -> KeyRing {
        if case .file(let path) = source, access(path, F_OK) != 0 {
            try await make(path, for: database, createsMissing)
        }
        let keys = try read()
        guard try await verify(keys, on: database) != .undecryptable else {
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
            // A line break is hard to write where variables are set, so a comma may replace it.
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
        guard try await verify(nil, on: database) == .nothingEncrypted else {
            throw CommandFailure.failed(
                "\(path): there is no such file, and the database holds data sealed under another "
                    + "key; " + MasterKeys.advice)
        }
        guard mayMake, try await !AnyLiveMerchant()(on: database) else {
            throw CommandFailure.failed(
                "\(path): there is no such file, and live merchants require a key that "
                    + "you have created: create one as docs/operate/operations.md describes, "
                    + "and back it up")
        }
        do {
            try MasterKeyFile.create(path)
        } catch {
            // Another server may have created it at the same moment.
            guard access(path, F_OK) == 0 else { throw error }
        }
    }

    private func verify(_ keys: KeyRing?, on database: Database) async throws
        -> VerifyMasterKeys.Outcome
    {
        let buyers = try await VerifyMasterKeys(keys: keys)(on: database)
        switch try await VerifyDataKeys(keys: keys)(on: database) {
        case nil: return buyers
        case true?: return buyers == .undecryptable ? .undecryptable : .opened
        case false?: return .undecryptable
        }
    }

    private static let advice =
        "set PAYSHEET_MASTER_KEY_FILE to the file of that key, or use an empty database"
}
