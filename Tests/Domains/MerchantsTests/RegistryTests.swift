import Crypto
import Merchants
import Postgres
import Synchronization
import TestSupport
import Testing
import Vocabulary

/// The lookup of a key's merchant in the in-memory registry, with a clock that the test advances.
@Suite struct RegistryTests {
    /// Seconds that the test advances by hand.
    private final class Clock: Sendable {
        private let seconds = Atomic<Int64>(1_800_000_000)
        var now: Instant { Instant(seconds: seconds.load(ordering: .relaxed)) }
        func pass(_ count: Int64) { seconds.add(count, ordering: .relaxed) }
    }

    private static func open(_ database: Database, at now: Instant) async throws
        -> OpenMerchant.Outcome
    {
        let identify = { UUID128.version7(at: now, random: Random.words()) }
        let open = OpenMerchant(
            name: "Toast", live: false, settings: MerchantSettings(), now: now,
            keyIdentifiers: (identify(), identify()))
        return try await database.transaction { try open(in: $0) }
    }

    @Test func `a key that another server revoked stops working within five seconds`()
        async throws
    {
        let database = try await TestDatabase.shared
        let clock = Clock()
        let registry = Registry(database: database) { clock.now }
        let opened = try await Self.open(database, at: clock.now)
        #expect(try await registry.grant(of: opened.secret.text) != nil)

        // Bypass the registry, as another server would.
        _ = try await database.run(
            """
            UPDATE api_keys SET revoked_at = \(clock.now)
            WHERE merchant_id = \(opened.merchant.number) AND key_id = \(opened.secret.key.id.uuid)
            """)
        clock.pass(3)
        #expect(
            try await registry.grant(of: opened.secret.text) != nil,
            "the registry answers from memory")
        clock.pass(1)
        #expect(try await registry.grant(of: opened.secret.text) == nil)
    }

    @Test func `an API key that this server removed from its cache is looked up at once`()
        async throws
    {
        let database = try await TestDatabase.shared
        let clock = Clock()
        let registry = Registry(database: database) { clock.now }
        let opened = try await Self.open(database, at: clock.now)
        _ = try await registry.grant(of: opened.secret.text)
        _ = try await database.run(
            """
            UPDATE api_keys SET revoked_at = \(clock.now)
            WHERE merchant_id = \(opened.merchant.number) AND key_id = \(opened.secret.key.id.uuid)
            """)
        registry.forget(opened.merchant.number)
        #expect(try await registry.grant(of: opened.secret.text) == nil)
    }

    @Test func `a key that is forgotten while it is looked up is not cached`() async throws {
        let database = try await TestDatabase.shared
        let clock = Clock()
        let registry = Registry(database: database) { clock.now }
        let opened = try await Self.open(database, at: clock.now)
        // A revocation may end between the query and its answer.
        let first = try await registry.grant(of: opened.secret.text) {
            registry.forget(opened.merchant.number)
        }
        #expect(first != nil)
        let queries = Atomic<Int>(0)
        for _ in 0..<2 {
            _ = try await registry.grant(of: opened.secret.text) {
                queries.add(1, ordering: .relaxed)
            }
        }
        #expect(queries.load(ordering: .relaxed) == 1)
    }

    @Test func `an expired key is refused, cached or not`() async throws {
        let database = try await TestDatabase.shared
        let clock = Clock()
        let registry = Registry(database: database) { clock.now }
        let opened = try await Self.open(database, at: clock.now)
        let rotate = RotateKey(
            key: opened.secret.key.id, overlapSeconds: 2, by: .write,
            identifier: UUID128.version7(at: clock.now, random: Random.words()), now: clock.now)
        let fresh = try await database.transaction { try rotate(in: $0) }
        #expect(try await registry.grant(of: opened.secret.text) != nil)
        clock.pass(2)
        #expect(try await registry.grant(of: opened.secret.text) == nil)
        #expect(try await registry.grant(of: fresh.text) != nil)
    }

    @Test(arguments: ["", "sk_", "sk_1", "sk_1_x", "pk_0_00000000000000000000000000000000", "sk"])
    func `an invalid key belongs to no merchant`(text: String) async throws {
        let registry = Registry(database: try await TestDatabase.shared) { Instant(seconds: 0) }
        #expect(try await registry.grant(of: KeyText(text: text)) == nil)
    }

    @Test func `a secret key under the other prefix is refused`() async throws {
        let database = try await TestDatabase.shared
        let clock = Clock()
        let registry = Registry(database: database) { clock.now }
        let opened = try await Self.open(database, at: clock.now)
        let swapped = KeyText(text: "pk_" + opened.secret.text.text.dropFirst(3))
        #expect(try await registry.grant(of: swapped) == nil)
    }
}
