import Credentials
import Crypto
import Merchants
import Observability
import Postgres
import Vocabulary

extension World {
    /// Looks at what passes are signed with, once at the start: a phone would say nothing at all. Nobody waits for it.
    func examineSigners() async {
        do {
            try await credentials.examineSigners(
                on: database, at: World.now(), merchant: registry.merchant
            ) { [log] merchant, unfit in
                for fault in unfit.faults {
                    log.warning(
                        "pass_certificate_unfit", .count("merchant", Int(merchant.value)),
                        .word("why", fault.word))
                }
            }
        } catch {
            log.error(
                "pass_certificates_not_examined", .text("error", String(reflecting: error)))
        }
    }

    /// Apple's have 5 KB together.
    private static let certificatesBytesMax = 256 * 1024

    /// Merchants' private keys, and the authorities of the operator's files.
    static func credentials(
        of config: Config, _ database: Database, _ keys: KeyRing
    ) throws -> CredentialsDesk {
        let apple = AppleAuthorities(try certificates(config.appleCertificates))
        if let path = config.appleCertificates, apple.isEmpty {
            throw CommandFailure.failed(
                "\(path): neither Apple Root CA - G3 nor Apple Root CA is in it; Apple publishes "
                    + "both at www.apple.com/certificateauthority")
        }
        return CredentialsDesk(
            keychain: Keychain(
                database: database, keys: keys, stripe: config.stripe, now: now), live: apple,
            test: AppleAuthorities(apple, besides: try certificates(config.testCertificates)))
    }

    private static func certificates(_ path: String?) throws -> [Certificate] {
        guard let path else { return [] }
        let found = Certificate.all(
            pem: try InputFile(path: path).read(bytesMax: certificatesBytesMax))
        guard !found.isEmpty else {
            throw CommandFailure.failed("\(path): no certificate in PEM")
        }
        return found
    }
}
