import Credentials
import Crypto
import Merchants
import Observability
import Postgres
import Vocabulary

extension World {
    /// Checks the certificates that sign passes once, at the start, because a phone does not report
    /// a bad one. The start does not wait for it.
    func examineSigners() async {
        do {
            try await credentials.examineSigners(
                on: database, at: World.now(), merchant: registry.merchant
            ) { [log] merchant, unusable in
                for fault in unusable.faults {
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

    /// Apple's certificates have 5 KB together.
    private static let certificatesBytesMax = 256 * 1024

    /// Merchants' private keys, and the certificate authorities from the operator's files.
    static func credentials(
        of config: Config, _ database: Database, _ keys: KeyRing
    ) throws -> CredentialsService {
        let apple = AppleAuthorities(try certificates(config.appleCertificates))
        if let path = config.appleCertificates, apple.isEmpty {
            throw CommandFailure.failed(
                "\(path): contains neither Apple Root CA - G3 nor Apple Root CA; download "
                    + "both from www.apple.com/certificateauthority")
        }
        return CredentialsService(
            keychain: Keychain(
                database: database, keys: keys, stripe: config.stripe, now: now), live: apple,
            test: AppleAuthorities(apple, besides: try certificates(config.testCertificates)))
    }

    private static func certificates(_ path: String?) throws -> [Certificate] {
        guard let path else { return [] }
        let found = Certificate.all(
            pem: try InputFile(path: path).read(bytesMax: certificatesBytesMax))
        guard !found.isEmpty else {
            throw CommandFailure.failed("\(path): contains no certificate in PEM")
        }
        return found
    }
}
