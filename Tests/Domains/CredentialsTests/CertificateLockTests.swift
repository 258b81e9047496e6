import Crypto
import Foundation
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Credentials

@Suite(.timeLimit(.minutes(5))) struct CertificateLockTests {
    private let forge: TokenForge
    private let keys = KeyRing(masters: [1: Secret(Array(1...32))])
    private let now: Instant

    init() throws {
        forge = try TokenForge()
        try forge.issueIdentity("other", for: "merchant.example.other")
        let validity = try #require(Certificate(pem: try forge.read("merchant.pem"))?.validity)
        now = Instant(seconds: validity.lowerBound + 86_400)
    }

    /// Creates the merchant's data key first. Otherwise the second transaction would wait to create
    /// the key, and the test would not show the merchant's lock.
    private func merchant(of database: Database) async throws -> MerchantNumber {
        let identify = { UUID128.version7(at: now, random: Random.words()) }
        let open = OpenMerchant(
            name: "Toast", live: false, settings: MerchantSettings(), now: now,
            keyIdentifiers: (identify(), identify()))
        return try await database.transaction {
            let merchant = try open(in: $0).merchant.number
            _ = try MerchantSeal.locked(of: merchant, keys: keys, in: $0)
            return merchant
        }
    }

    private func storing(
        _ name: String, _ kind: CertificateKind, of merchant: MerchantNumber
    ) throws -> StoreCertificate {
        let bundle = try forge.read("relations.pem") + forge.read("root.pem")
        let examine = ExamineCertificate(
            kind: kind,
            authorities: AppleAuthorities(.none, besides: Certificate.all(pem: bundle)),
            at: now.microseconds / 1_000_000)
        let pem = Secret(try forge.read("\(name).key"))
        guard
            case .good(let examined) = try examine(
                Certificate(pem: forge.read("\(name).pem")), PrivateKey(pem: pem))
        else { throw CredentialsRefusal.notFound }
        return StoreCertificate(
            id: MerchantCertificate.ID(
                merchant: merchant, uuid: UUID128.version7(at: now, random: Random.words())),
            kind: kind, examined: examined, privateKey: pem, keys: keys, now: now)
    }

    /// Without the merchant's lock, neither transaction sees the other's certificate, and both
    /// certificates are stored.
    @Test func `the second of two concurrent merchant identifiers is refused`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let merchant = try await merchant(of: database)
            let tokens = try storing("merchant", .paymentProcessing, of: merchant)
            let identity = try storing("other", .merchantIdentity, of: merchant)
            let begun = Gate()
            let commit = DispatchSemaphore(value: 0)
            let first = Task.detached {
                try await database.transaction { transaction in
                    defer { begun.open() }
                    _ = try tokens(in: transaction)
                    // Sends the queued statements, so that the transaction holds its locks.
                    _ = try transaction.run("SELECT true AS sent")
                    begun.open()
                    commit.wait()
                }
            }
            await begun.wait()
            let second = Task.detached {
                _ = await #expect(throws: CredentialsRefusal.merchantIdentifierMismatch) {
                    try await database.transaction { _ = try identity(in: $0) }
                }
            }
            defer { commit.signal() }
            try await eventually("the second does not wait for the first") {
                try await database.run(
                    """
                    SELECT true FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                ).count == 1
            }
            commit.signal()
            try await first.value
            await second.value
            #expect(try await database.count("SELECT FROM certificates") == 1)
        }
    }
}
