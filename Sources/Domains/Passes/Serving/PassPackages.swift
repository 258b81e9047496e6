import Archive
import Credentials
import Crypto
import Postgres
import Vocabulary

/// Caches signed passes in memory by their content: repeated requests need no new signature.
package final class PassPackages: Sendable {
    private let database: Database
    private let keys: KeyRing
    private let signer: CredentialsService.Signer
    private let urls: @Sendable () -> PublicURLs
    private let now: @Sendable () -> Instant

    private struct Version: Hashable, Sendable {
        let pass: Pass.ID
        let tag: Int64
        let templateVersion: Int64
    }

    private let signed = ByteLimitedCache<Version, [UInt8]>(bytesMax: signedBytesMax)
    private let templates = ByteLimitedCache<PassType.ID, Template>(bytesMax: templatesBytesMax)

    /// About two hundred passes of 300 KB, which phones request in the minutes after a push.
    private static let signedBytesMax = 64 << 20
    /// Enough for one template of the maximum size and many typical ones.
    private static let templatesBytesMax = 64 << 20

    package init(
        database: Database, keys: KeyRing, signer: @escaping CredentialsService.Signer,
        urls: @escaping @Sendable () -> PublicURLs, now: @escaping @Sendable () -> Instant
    ) {
        self.database = database
        self.keys = keys
        self.signer = signer
        self.urls = urls
        self.now = now
    }

    /// Returns the package for a phone, and the time of its last change.
    ///
    /// - Throws: `PassesRefusal.noCertificate` if no valid certificate can sign it.
    package func package(of requested: AuthenticatedPass) async throws -> (
        bytes: [UInt8], modifiedAt: Instant
    ) {
        let wanted = Version(
            pass: requested.id, tag: requested.tag, templateVersion: requested.templateVersion)
        if let known = signed[wanted] { return (known, requested.modifiedAt) }
        // Reads the content and its date in one query: a phone must not get the old pass with the
        // date of the new one.
        guard let row = try await database.run(Pass.read(requested.id)).first else {
            throw PassesRefusal.notFound
        }
        let pass = try Pass(row: row, keys: keys)
        let version: Int64 = try row.get("version")
        guard let template = try await template(of: pass.type, version) else {
            // The template was replaced between the two queries; the next call reads both again.
            return try await package(of: requested)
        }
        let bytes = try await sign(pass, template)
        signed.store(
            bytes, of: bytes.count,
            as: Version(pass: requested.id, tag: pass.tag, templateVersion: version))
        return (bytes, pass.modifiedAt)
    }

    /// Returns the package of exactly this pass, without reading concurrent changes.
    package func package(of pass: Pass) async throws -> [UInt8] {
        guard let template = try await template(of: pass.type, nil) else {
            throw PassesRefusal.noTemplate
        }
        return try await sign(pass, template)
    }

    /// Signs a phone's token, as proof that the issuer of the pass received its request.
    ///
    /// - Throws: `PassesRefusal.noCertificate` if no valid certificate can sign it.
    package func signature(
        over token: PersonalizationToken, of typeIdentifier: String, _ merchant: MerchantNumber
    ) async throws -> [UInt8] {
        guard let identity = try await signer(merchant, typeIdentifier) else {
            throw PassesRefusal.noCertificate
        }
        return identity.signature(over: token.bytes, at: now().microseconds / 1_000_000)
    }

    private func sign(_ pass: Pass, _ template: Template) async throws -> [UInt8] {
        guard let privateData = pass.privateData else { throw PassesRefusal.erased }
        guard let identity = try await signer(pass.id.merchant, pass.typeIdentifier),
            identity.teamIdentifier == template.type.teamIdentifier
        else { throw PassesRefusal.noCertificate }
        let document = try template.renderer.rendered(pass, privateData, urls())
        let own = Zip.File(pass.kind.document, document.bytes)
        let isAsked = privateData.personalization != nil
        let others = template.files.filter {
            $0.path != own.path && !(isAsked && PersonalizationForm.has($0.path))
        }
        let whole = try PackageFiles(others + [own], of: pass.kind)
        return SignPackage(by: identity)(whole, at: now().microseconds / 1_000_000)
    }

    private struct Template: Sendable {
        let type: PassType
        let files: [Zip.File]
        let renderer: PassRenderer
    }

    /// Returns the template in this version, or the current one; nil if the version was replaced.
    private func template(of type: PassType.ID, _ version: Int64?) async throws -> Template? {
        if let version, let known = templates[type], Int64(known.type.version) == version {
            return known
        }
        let (found, files) = try await FindTemplate(type)(on: database)
        guard let document = files.first(where: { $0.path == found.kind.document }) else {
            return nil
        }
        let template = Template(
            type: found, files: files,
            renderer: try PassRenderer(
                document.bytes, typeIdentifier: found.identifier,
                teamIdentifier: found.teamIdentifier, version: Int64(found.version)))
        templates.store(template, of: files.reduce(0) { $0 + $1.bytes.count }, as: type)
        return version == nil || Int64(found.version) == version ? template : nil
    }
}
