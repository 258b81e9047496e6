import Crypto
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// The scopes of keys, and the record of their uses.
@Suite struct KeyTests {
    /// Scope → permission → whether the scope allows it.
    @Test(
        arguments: [
            (.write, "payments:write", true),
            (.write, "keys:read", true),
            (.read, "settings:read", true),
            (.read, "settings:write", false),
            (.restricted([Permission(.refunds, .write)]), "refunds:write", true),
            (.restricted([Permission(.refunds, .write)]), "refunds:read", true),
            (.restricted([Permission(.refunds, .read)]), "refunds:write", false),
            (.restricted([Permission(.refunds, .write)]), "payments:read", false),
            (.restricted([]), "payments:read", false),
        ] as [(APIKey.Scope, String, Bool)])
    func `a scope allows its permissions`(scope: APIKey.Scope, permission: String, allows: Bool)
        throws
    {
        #expect(scope.allows(try #require(Permission(rawValue: permission))) == allows)
    }

    /// One scope → another → whether the first includes the second.
    @Test(
        arguments: [
            (.write, .read, true),
            (.write, .restricted(Permission.allCases), true),
            (.read, .write, false),
            (.read, .restricted([Permission(.keys, .read)]), true),
            (.read, .restricted([Permission(.keys, .write)]), false),
            (.restricted(Permission.allCases), .write, true),
            (.restricted([Permission(.keys, .write)]), .read, false),
            (
                .restricted([Permission(.keys, .write)]),
                .restricted([Permission(.keys, .read)]), true
            ),
        ] as [(APIKey.Scope, APIKey.Scope, Bool)])
    func `a scope includes the scopes that allow no more`(
        scope: APIKey.Scope, other: APIKey.Scope, includes: Bool
    ) {
        #expect(scope.includes(other) == includes)
    }

    @Test func `a restricted key is stored with its name and permissions`() async throws {
        let database = try await TestDatabase.shared
        let opened = try await Self.open(database)
        let permissions = [Permission(.payments, .write), Permission(.refunds, .read)]
        let issue = IssueKey(
            merchant: opened.merchant.number, kind: .secret, scope: .restricted(permissions),
            name: "Shipping", by: .write, identifier: Self.identifier(), now: Self.now)
        let issued = try await database.transaction { try issue(in: $0) }
        let registry = Registry(database: database) { Self.now }
        let key = try #require(try await registry.grant(of: issued.text)).key
        #expect(key.scope == .restricted(permissions))
        #expect(key.name == "Shipping")
    }

    @Test func `a use is recorded at most once a minute`() async throws {
        let database = try await TestDatabase.shared
        let opened = try await Self.open(database)
        var seen: [Instant?] = []
        for seconds: Int64 in [0, 30, 59, 61, 90] {
            let now = Self.now.adding(seconds: seconds)
            // A new registry has no key in memory.
            _ = try await Registry(database: database) { now }.grant(of: opened.secret.text)
            let list = ListKeys(merchant: opened.merchant.number)
            let keys = try await database.transaction { try list(in: $0) }
            seen.append(keys.first { $0.id == opened.secret.key.id }?.lastUsedAt)
        }
        let later = Self.now.adding(seconds: 61)
        #expect(seen == [Self.now, Self.now, Self.now, later, later])
    }

    @Test func `a key that another transaction changes works, and its use is not recorded`()
        async throws
    {
        let database = try await TestDatabase.shared
        let opened = try await Self.open(database)
        let lock: Query = """
            SELECT true FROM api_keys WHERE merchant_id = \(opened.merchant.number) FOR UPDATE
            """
        let grant = try await database.whileLocked(lock) {
            try await Registry(database: database) { Self.now }.grant(of: opened.secret.text)
        }
        #expect(grant != nil)
        let list = ListKeys(merchant: opened.merchant.number)
        let keys = try await database.transaction { try list(in: $0) }
        #expect(keys.allSatisfy { $0.lastUsedAt == nil })
    }

    private static let now = Instant(seconds: 1_800_000_000)

    private static func open(_ database: Database) async throws -> OpenMerchant.Outcome {
        let open = OpenMerchant(
            name: "Toast", live: false, settings: MerchantSettings(), now: now,
            keyIdentifiers: (identifier(), identifier()))
        return try await database.transaction { try open(in: $0) }
    }

    private static func identifier() -> UUID128 {
        UUID128.version7(at: now, random: Random.words())
    }
}
