import Crypto
import Foundation
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Merchants

@Suite struct AssociationLockTests {
    private let now = Instant(seconds: 1_800_000_000)

    private func merchant(of database: Database) async throws -> MerchantNumber {
        var settings = MerchantSettings()
        settings.domains = ["shop.example"]
        let identify = { UUID128.version7(at: now, random: Random.words()) }
        let open = OpenMerchant(
            name: "Toast", live: false, settings: settings, now: now,
            keyIdentifiers: (identify(), identify()))
        return try await database.transaction { try open(in: $0) }.merchant.number
    }

    private func file(_ bytes: [UInt8], of merchant: MerchantNumber) -> DomainAssociation {
        DomainAssociation(merchant: merchant, domain: "shop.example", file: bytes, storedAt: now)
    }

    /// Without the merchant's lock, the file would be stored for a domain that is being deleted,
    /// and would stay.
    @Test func `an association file is refused while its domain is being deleted`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let merchant = try await merchant(of: database)
            let giveUp = ChangeSettings(merchant: merchant, now: now) { old in
                var new = old
                new.settings.domains = []
                return new
            }
            let store = StoreDomainAssociation(association: file([1], of: merchant))
            let begun = Gate()
            let commit = DispatchSemaphore(value: 0)
            let first = Task.detached {
                try await database.transaction { transaction in
                    defer { begun.open() }
                    _ = try giveUp(in: transaction)
                    // Sends the queued statements, so that the transaction holds its locks.
                    _ = try transaction.run("SELECT true AS sent")
                    begun.open()
                    commit.wait()
                }
            }
            await begun.wait()
            let second = Task.detached {
                _ = await #expect(throws: MerchantRefusal.domainNotFound) {
                    try await database.transaction { try store(in: $0) }
                }
            }
            defer { commit.signal() }
            try await eventually("the file does not wait for the domain") {
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
            #expect(try await database.count("SELECT FROM domain_associations") == 0)
        }
    }

    @Test(arguments: [0, 32_769])
    func `a table refuses an empty file and one that is too large`(_ count: Int) async throws {
        try await TestDatabase.withFreshDatabase { database in
            let association = file(
                [UInt8](repeating: 97, count: count), of: try await merchant(of: database))
            let refused = await #expect(throws: PostgresError.self) {
                try await database.run(association.store)
            }
            #expect(refused?.constraintName == "domain_associations_have_a_short_file")
        }
    }
}
