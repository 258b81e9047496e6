import Archive
import Credentials
import Crypto
import Postgres
import Vocabulary

/// Signed passes, kept in memory by what they say: a phone that asks again costs no signature.
package final class PassPackages: Sendable {
    /// In whose name a merchant's passes of a type are signed now; nothing when no certificate is valid.
    package typealias Signer = @Sendable (MerchantNumber, String) async throws -> SigningIdentity?

    private let database: Database
    private let keys: KeyRing
    private let signer: Signer
    private let service: @Sendable () -> WalletAddress
    private let now: @Sendable () -> Instant

    private struct Version: Hashable, Sendable {
        let pass: Pass.ID
        let tag: Int64
        let templateVersion: Int64
    }

    private let signed = Kept<Version, [UInt8]>(bytesMax: signedBytesMax)
    private let templates = Kept<PassType.ID, (version: Int64, files: [Zip.File])>(
        bytesMax: templatesBytesMax)

    /// Some two hundred passes of 300 KB, which phones ask for in the minutes after a push.
    private static let signedBytesMax = 64 << 20
    /// So that one of the largest fits beside many of the usual.
    private static let templatesBytesMax = 64 << 20

    package init(
        database: Database, keys: KeyRing, signer: @escaping Signer,
        service: @escaping @Sendable () -> WalletAddress, now: @escaping @Sendable () -> Instant
    ) {
        self.database = database
        self.keys = keys
        self.signer = signer
        self.service = service
        self.now = now
    }

    /// The package that a phone takes, and when it changed last.
    ///
    /// - Throws: `PassesRefusal.noCertificate` when nobody can sign it.
    package func package(of held: HeldPass) async throws -> (bytes: [UInt8], modifiedAt: Instant) {
        let wanted = Version(
            pass: held.id, tag: held.tag, templateVersion: held.templateVersion)
        if let known = signed[wanted] { return (known, held.modifiedAt) }
        // What is signed is read at one moment, with its date: a phone must not get the old pass under the new one's.
        guard let row = try await database.run(Pass.read(held.id)).first else {
            throw PassesRefusal.notFound
        }
        let pass = try Pass(row: row, keys: keys)
        guard let secrets = pass.held else { throw PassesRefusal.erased }
        let writing = try PassWriting(row: row)
        guard let identity = try await signer(held.id.merchant, pass.typeIdentifier) else {
            throw PassesRefusal.noCertificate
        }
        guard identity.teamIdentifier == writing.teamIdentifier else {
            throw PassesRefusal.noCertificate
        }
        let document = writing.written(pass, secrets, service())
        let files = try await files(of: pass.type, writing.version)
        guard let files else {
            // The template was replaced between the two looks; the next one sees both.
            return try await package(of: held)
        }
        let own = Zip.File("pass.json", document.bytes)
        let whole = try PackageFiles(files.filter { $0.path != own.path } + [own], of: .pass)
        let bytes = SignPackage(by: identity)(whole, at: now().microseconds / 1_000_000)
        signed.keep(
            bytes, of: bytes.count,
            as: Version(pass: held.id, tag: pass.tag, templateVersion: writing.version))
        return (bytes, pass.modifiedAt)
    }

    /// The template's files in that version; nothing when there is a newer one.
    private func files(of type: PassType.ID, _ version: Int64) async throws -> [Zip.File]? {
        if let known = templates[type], known.version == version { return known.files }
        let (found, files) = try await FindTemplate(type)(on: database)
        templates.keep(
            (Int64(found.version), files), of: files.reduce(0) { $0 + $1.bytes.count }, as: type)
        return found.version == version ? files : nil
    }
}
