import Archive
import Assets
import Credentials
import Crypto
import Merchants
import Passes
import Postgres
import Vocabulary

/// Creates the demo merchant's gift card in Wallet: a certificate, the pass type that it names, and
/// a template.
struct SeedPass {
    let config: Config
    let certificate: InputFile
    let key: InputFile

    /// Leaves existing objects as they are, so that every start may run it.
    func callAsFunction(on database: Database) async throws {
        guard
            let merchant = try await FindTestMerchant(name: DemoSettings.merchantName)(on: database)
        else { return }
        let now = World.now()
        let keys = try await MasterKeys(config).ring(for: database)
        let credentials = try World.credentials(of: config, database, keys)
        guard let authorities = try? credentials.authorities(for: merchant) else {
            throw CommandFailure.failed(
                "no certificate authority is trusted: set "
                    + "PAYSHEET_APPLE_CERTIFICATES or PAYSHEET_TEST_CERTIFICATES")
        }
        let secret = try readKey()
        let examined = try examine(secret, by: authorities, at: now)
        guard try await store(examined, secret, of: merchant.number, keys, now, on: database) else {
            return printLine(
                "the demo merchant already has the maximum number of certificates for "
                    + "\(examined.identifier)"
            )
        }
        try await open(examined, of: merchant.number, now, on: database)
        printLine("the demo merchant now issues passes of type \(examined.identifier)")
    }

    private func readKey() throws -> Secret {
        var bytes = try key.read(bytesMax: Self.bytesMax)
        return Secret(wiping: &bytes)
    }

    private func examine(
        _ secret: Secret, by authorities: AppleAuthorities, at now: Instant
    ) throws -> ExamineCertificate.Examined {
        let examine = ExamineCertificate(
            kind: .passType, authorities: authorities, at: now.microseconds / 1_000_000)
        let shown = Certificate(pem: try certificate.read(bytesMax: Self.bytesMax))
        switch examine(shown, PrivateKey(pem: secret)) {
        case .good(let examined): return examined
        case .bad(let faults):
            throw CommandFailure.failed(
                "\(certificate.path): this certificate cannot sign passes: "
                    + faults.map { "\($0)" }.joined(separator: ", "))
        }
    }

    /// True if the certificate is in the database now.
    private func store(
        _ examined: ExamineCertificate.Examined, _ secret: Secret, of merchant: MerchantNumber,
        _ keys: KeyRing, _ now: Instant, on database: Database
    ) async throws -> Bool {
        let store = StoreCertificate(
            id: MerchantCertificate.ID(merchant: merchant, uuid: World.identify(now)),
            kind: .passType, examined: examined, privateKey: secret, keys: keys, now: now)
        do {
            _ = try await database.transaction { try store(in: $0) }
            return true
        } catch CredentialsRefusal.alreadyStored {
            return true
        } catch CredentialsRefusal.tooMany {
            return false
        } catch CredentialsRefusal.typeTeamMismatch(let team) {
            throw CommandFailure.failed(
                "\(certificate.path): the demo merchant's type \(examined.identifier) was created "
                    + "with team \(team), "
                    + "but this certificate belongs to another team")
        }
    }

    private func open(
        _ examined: ExamineCertificate.Examined, of merchant: MerchantNumber, _ now: Instant,
        on database: Database
    ) async throws {
        let identifier = examined.identifier
        let found = try await FindPassTypes(of: merchant)(on: database)
            .first { $0.identifier == identifier }
        let type =
            found
            ?? PassType(
                id: PassType.ID(merchant: merchant, uuid: World.identify(now)),
                identifier: identifier, teamIdentifier: examined.teamIdentifier ?? "",
                createdAt: now, changedAt: now)
        let store = StoreTemplate(
            try PassTemplate(Self.files, of: type, at: now), of: type.id, now: now)
        do {
            try await database.transaction { transaction in
                if found == nil { try OpenPassType(type: type)(in: transaction) }
                _ = try store(in: transaction)
            }
        } catch PassesRefusal.takenByAnother {
            throw CommandFailure.failed(
                "another merchant of this server uses the pass type \(identifier)")
        }
    }

    /// The template in the binary.
    static var files: [Zip.File] {
        let folder = "pages/gift/"
        return Assets.names.compactMap { name in
            guard name.hasPrefix(folder), let bytes = Assets.bytes(of: name) else { return nil }
            return Zip.File(String(name.dropFirst(folder.count)), bytes)
        }
    }

    /// Apple's certificates have 2 KB in PEM, and an RSA key about as much.
    private static let bytesMax = 16_384
}
