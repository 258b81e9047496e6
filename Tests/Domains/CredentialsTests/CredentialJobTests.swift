import Crypto
import Merchants
import Outbox
import Postgres
import Processors
import TestSupport
import Testing
import Threads
import Vocabulary

@testable import Credentials

/// The jobs for certificates and data keys, each test on its own database.
@Suite(.timeLimit(.minutes(5))) struct CredentialJobTests {
    private static let forge = Result { try TokenForge() }
    private let forge: TokenForge
    private let old = KeyRing(masters: [1: Secret(Array(1...32))])
    private let new = KeyRing(masters: [1: Secret(Array(1...32)), 2: Secret(Array(2...33))])

    init() throws { forge = try Self.forge.get() }

    @Test func `a merchant is warned once 30, 7 and 1 day before expiry`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let stored = try await store(in: database, keys: old)
            let end = stored.expiresAt
            #expect(stored.warnAt == end.adding(seconds: -30 * 86_400))
            for (days, reported) in [
                (31, 0), (30, 1), (29, 1), (7, 2), (6, 2), (1, 3), (0, 3), (-5, 3),
            ] {
                let now = end.adding(seconds: Int64(-days) * 86_400)
                try await withThrowingTaskGroup { group in
                    for _ in 0..<4 { group.addTask { try await warn(at: now, in: database) } }
                    try await group.waitForAll()
                }
                #expect(try await events(in: database).count == reported)
            }
            let events = try await events(in: database)
            #expect(events.map(\.sequence) == [1, 2, 3])
            #expect(
                events.map(\.data).map { $0.contains("\"daysLeft\":30") } == [true, false, false])
            #expect(events.allSatisfy { !$0.data.contains("PRIVATE") })
        }
    }

    @Test func `data keys are rewrapped and open only under the new master key`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let stored = try await store(in: database, keys: old)
            #expect(try await VerifyDataKeys(keys: old)(on: database) == true)
            let rewrap = RewrapDataKeys(keys: new, limit: 10)
            #expect(try await database.transaction { try rewrap(in: $0) } == 1)
            #expect(try await database.transaction { try rewrap(in: $0) } == 0)
            let only = KeyRing(masters: [2: Secret(Array(2...33))])
            #expect(try await VerifyDataKeys(keys: only)(on: database) == true)
            #expect(try await VerifyDataKeys(keys: old)(on: database) == false)
            #expect(try await VerifyDataKeys(keys: nil)(on: database) == false)
            let keychain = Keychain(database: database, keys: only) { stored.createdAt }
            let keys = try await keychain.processingKeys(
                of: stored.id.merchant, named: stored.publicKeyHash)
            #expect(keys.map(\.publicKeyHash) == [stored.publicKeyHash])
        }
    }

    @Test func `a server verifies that it has each master key, and rewraps the keys it can open`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            _ = try await store(in: database, keys: old)
            let third = KeyRing(masters: [3: Secret(Array(3...34))])
            _ = try await store(in: database, keys: third)
            #expect(try await VerifyDataKeys(keys: third)(on: database) == false)
            let two = KeyRing(masters: [2: Secret(Array(2...33)), 3: Secret(Array(3...34))])
            #expect(try await VerifyDataKeys(keys: two)(on: database) == false)
            let all = KeyRing(
                masters: [1: Secret(Array(1...32)), 3: Secret(Array(3...34)), 4: .random()])
            #expect(try await VerifyDataKeys(keys: all)(on: database) == true)
            // This ring has no key 1, and rewraps only the other keys.
            let some = KeyRing(masters: [3: Secret(Array(3...34)), 4: .random()])
            let rewrap = RewrapDataKeys(keys: some, limit: 10)
            #expect(try await database.transaction { try rewrap(in: $0) } == 1)
        }
    }

    @Test func `a key that is evicted while it loads is not cached`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let stored = try await store(in: database, keys: old)
            let merchant = stored.id.merchant
            let asked = Journal<Int>()
            let holder = Locked<Keychain?>(nil)
            // The keychain reads the clock when the key is requested, and again when its rows are
            // loaded. The second reading evicts the key.
            let keychain = Keychain(database: database, keys: old) {
                asked.add(1)
                if asked.all.count == 2 { holder.withLock { $0 }?.forget(merchant) }
                return stored.createdAt
            }
            holder.withLock { $0 = keychain }
            for reads in [2, 4, 5] {
                _ = try await keychain.processingKeys(of: merchant, named: stored.publicKeyHash)
                #expect(asked.all.count == reads)
            }
        }
    }

    @Test func `a value sealed for one merchant does not open for another`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let stored = try await store(in: database, keys: old)
            let other = MerchantNumber(stored.id.merchant.value + 1)
            let rows = try await database.run("SELECT data_key FROM merchant_data_keys")
            let wrapped: [UInt8] = try rows[0].get("data_key")
            #expect(throws: CryptoError.notAuthentic) {
                try MerchantSeal(unwrapping: wrapped, of: other, keys: old)
            }
        }
    }

    @Test func `a merchant calls Apple with its newest valid identity`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            try forge.issueIdentity("identity")
            let stored = try await store(in: database, keys: old, "identity", .merchantIdentity)
            let merchant = try await database.transaction {
                try FindMerchant(number: stored.id.merchant)(in: $0)
            }
            let keychain = Keychain(database: database, keys: old) { stored.createdAt }
            let found = try #require(
                try await keychain.identity(of: merchant, at: stored.createdAt))
            #expect(found.merchantIdentifier == TokenForge.merchantIdentifier)
            #expect(Certificate(pem: found.certificate)?.fingerprint == stored.fingerprint)
            #expect(found.privateKey == Secret(try forge.read("identity.key")))
            #expect(try await keychain.identity(of: merchant, at: stored.expiresAt) == nil)
            #expect(
                try await keychain.identity(
                    of: merchant, at: stored.validFrom.adding(seconds: -1)) == nil)
        }
    }

    private struct EmittedEvent {
        let sequence: Int
        let data: String
    }

    private func events(in database: Database) async throws -> [EmittedEvent] {
        try await database.run(
            """
            SELECT sequence, data::text AS data FROM events WHERE type = 'certificate.expiring'
            ORDER BY sequence
            """
        ).map { row in
            let sequence: Int64 = try row.get("sequence")
            return EmittedEvent(
                sequence: Int(sequence),
                data: try row.get("data", as: String.self).replacing(" ", with: ""))
        }
    }

    private func warn(at now: Instant, in database: Database) async throws {
        let moment = Moment(now) {
            UUID128.version7(at: $0, random: Random.words())
        }
        let warn = WarnOfExpiry(limit: 10, moment: moment)
        _ = try await database.transaction { try warn(in: $0) }
    }

    private func store(
        in database: Database, keys: KeyRing, _ name: String = "merchant",
        _ kind: CertificateKind = .paymentProcessing
    ) async throws -> MerchantCertificate {
        let validity = try #require(Certificate(pem: try forge.read("\(name).pem"))?.validity)
        let now = Instant(seconds: validity.lowerBound + 3 * 86_400)
        let identify = { UUID128.version7(at: now, random: Random.words()) }
        let open = OpenMerchant(
            name: "Toast", live: false, settings: MerchantSettings(), now: now,
            keyIdentifiers: (identify(), identify()))
        let merchant = try await database.transaction { try open(in: $0) }.merchant.number
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
        let store = StoreCertificate(
            id: MerchantCertificate.ID(merchant: merchant, uuid: identify()),
            kind: kind, examined: examined, privateKey: pem, keys: keys, now: now)
        return try await database.transaction { try store(in: $0) }
    }
}
