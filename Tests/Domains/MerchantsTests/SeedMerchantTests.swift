import Crypto
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@Suite struct SeedMerchantTests {
    private let now = Instant(seconds: 1_800_000_000)

    @Test func `a merchant of one name is created once, and each caller gets working keys`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let seeded = try await withThrowingTaskGroup { group in
                for _ in 0..<6 { group.addTask { try await seed("Demo", in: database) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(seeded.count { !$0.wasThere } == 1)
            #expect(Set(seeded.map(\.opened.merchant.number)).count == 1)
            #expect(try await numberOfMerchants(database) == 1)
            let registry = Registry(database: database) { now }
            for keys in seeded.map(\.opened) {
                #expect(try await registry.grant(of: keys.secret.text)?.key.scope == .write)
                #expect(try await registry.grant(of: keys.publishable.text) != nil)
            }
        }
    }

    @Test func `changes by the merchant's owner stay`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let first = try await seed("Demo", in: database).opened.merchant
            let change = ChangeSettings(merchant: first.number, now: now) { $0 }
            _ = try await database.transaction { try change(in: $0) }
            #expect(try await seed("Demo", in: database).opened.merchant.settingsVersion == 2)
        }
    }

    @Test func `a live merchant of that name is a different one`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let live = opening("Demo", live: true)
            _ = try await database.transaction { try live(in: $0) }
            #expect(try await seed("Demo", in: database).wasThere == false)
            #expect(try await seed("Toast", in: database).wasThere == false)
            #expect(try await numberOfMerchants(database) == 3)
        }
    }

    private func seed(_ name: String, in database: Database) async throws -> SeedMerchant.Outcome {
        let seed = SeedMerchant(opening(name, live: false))
        return try await database.transaction { try seed(in: $0) }
    }

    private func opening(_ name: String, live: Bool) -> OpenMerchant {
        let identify = { UUID128.version7(at: now, random: Random.words()) }
        return OpenMerchant(
            name: name, live: live, settings: MerchantSettings(), now: now,
            keyIdentifiers: (identify(), identify()))
    }

    private func numberOfMerchants(_ database: Database) async throws -> Int {
        try await database.count("SELECT FROM merchants")
    }
}
