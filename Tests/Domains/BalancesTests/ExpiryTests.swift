import Balances
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// Holds and balances that expire (docs/rules/money.md#15, docs/rules/demands.md#26).
@Suite struct ExpiryTests {
    private static func sweep(_ database: Database, at moment: Instant) async throws -> Int {
        let expire = ExpireHolds(moment: BalanceFixture.moment(moment))
        return try await database.transaction { try expire(in: $0) }
    }

    @Test func `an expired hold releases its money, and a hold without an end does not expire`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await BalanceFixture(on: database)
            let card = try await fixture.balance(1_000)
            let later = now.adding(seconds: 60)
            let short = try await fixture.hold(100, of: card, until: later)
            _ = try await fixture.hold(200, of: card, until: later.adding(seconds: 1))
            let checkout = try await fixture.checkout()
            let owned = try await fixture.hold(300, of: card, until: later, for: checkout)
            _ = try await fixture.hold(50, of: card, until: nil, for: try await fixture.checkout())
            #expect(try await Self.sweep(database, at: later.adding(seconds: -1)) == 0)
            #expect(try await Self.sweep(database, at: later) == 2)
            #expect(try await Self.sweep(database, at: later) == 0)
            let after = try await fixture.read(card)
            #expect(after.held == 250)
            #expect(after.amount == dollars(1_000))
            for hold in [short, owned] {
                let ended = try await database.transaction { try Hold.lock(hold.id, in: $0) }
                #expect(ended?.state == .expired)
                #expect(ended?.endedAt == later)
            }
            #expect(
                try await fixture.events(card).suffix(2) == [
                    "balance.released", "balance.released",
                ])
            #expect(try await Self.sweep(database, at: later.adding(seconds: 86_400_000)) == 1)
            #expect(
                try await fixture.read(card).held == 50, "the hold of a payment is not released")
        }
    }

    @Test func `a hold in use is not released when it expires`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await BalanceFixture(on: database)
            let card = try await fixture.balance(1_000)
            let hold = try await fixture.hold(100, of: card)
            try await database.run(
                """
                UPDATE holds SET capturing = 1
                WHERE merchant_id = \(fixture.merchant.number) AND hold_id = \(hold.id.uuid)
                """)
            #expect(try await Self.sweep(database, at: now.adding(seconds: 86_400)) == 0)
        }
    }

    @Test func `several workers release each expired hold once`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixtures = [
                try await BalanceFixture(on: database), try await BalanceFixture(on: database),
            ]
            var cards: [(BalanceFixture, Balance)] = []
            for fixture in fixtures {
                for _ in 0..<3 { cards.append((fixture, try await fixture.balance(1_000))) }
            }
            for (fixture, card) in cards {
                for _ in 0..<60 { _ = try await fixture.hold(10, of: card) }
            }
            let moment = now.adding(seconds: 86_400)
            let ends = await together(8) { _ in
                var ended = 0
                while true {
                    let batch = try await Self.sweep(database, at: moment)
                    if batch == 0 { return ended }
                    ended += batch
                }
            }
            #expect(try ends.map { try $0.get() }.reduce(0, +) == 360)
            for (fixture, card) in cards {
                #expect(try await fixture.read(card).held == 0)
                let released = try await fixture.events(card).count { $0 == "balance.released" }
                #expect(released == 60)
            }
        }
    }

    @Test func `the expiry of a balance emits one event, and another after an extension`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await BalanceFixture(on: database)
            let end = now.adding(seconds: 60)
            let card = try await fixture.balance(1_000, expiresAt: end)
            _ = try await fixture.balance(1_000)
            let sweep = { @Sendable (moment: Instant) in
                let expire = ExpireBalances(moment: BalanceFixture.moment(moment))
                return try await database.transaction { try expire(in: $0) }
            }
            #expect(try await sweep(end.adding(seconds: -1)) == 0)
            #expect(try await refusal { try await fixture.spend(1, of: card, at: end) } == .expired)
            #expect(try await sweep(end) == 1)
            #expect(try await sweep(end) == 0)
            let longer = ChangeBalance(balance: card.id) { old in
                var new = old
                new.expiresAt = end.adding(seconds: 60)
                return new
            }
            _ = try await database.transaction { try longer(in: $0) }
            try await fixture.spend(1, of: card, at: end)
            #expect(try await sweep(end) == 0)
            #expect(try await sweep(end.adding(seconds: 60)) == 1)
            #expect(
                try await fixture.events(card) == [
                    "balance.created", "balance.credited", "balance.expired", "balance.debited",
                    "balance.expired",
                ])
        }
    }
}
