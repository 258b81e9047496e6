import Balances
import Crypto
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// The constraints of the tables, and the rows that operations on balances write.
@Suite struct BooksTests {
    /// - Returns: the constraint that the statement violates; nil when it succeeds.
    private static func constraint(
        _ database: Database, _ query: Query
    ) async throws -> String? {
        do {
            try await database.transaction { transaction in
                try transaction.run(query)
                throw Undone()
            }
            return nil
        } catch let error as PostgresError {
            return error.constraintName ?? "none"
        } catch is Undone { return nil }
    }

    private struct Undone: Error {}

    @Test(arguments: [
        "UPDATE transfers SET amount = amount + 1", "DELETE FROM transfers",
        "TRUNCATE transfers", "UPDATE transfers SET reference = 'x'",
    ])
    func `a transfer is immutable`(statement: String) async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await BalanceFixture(on: database)
            _ = try await fixture.balance(1_000)
            #expect(
                try await Self.constraint(database, Query(raw: statement))
                    == "transfers_are_never_changed")
        }
    }

    @Test func `the tables refuse a balance below zero`() async throws {
        let fixture = try await BalanceFixture()
        let card = try await fixture.balance(1_000)
        _ = try await fixture.hold(400, of: card)
        for (change, name) in [
            ("amount = -1, held = -1", "available_is_never_below_zero"),
            ("amount = 399", "available_is_never_below_zero"),
            ("held = 1001", "available_is_never_below_zero"),
            ("held = -1", "available_is_never_below_zero"),
            ("frozen_at = now()", "freezing_has_a_reason"),
            ("expired_at = now()", "balances_expire_when_they_are_due"),
            ("kind = 'gift_card'", "gift_cards_have_a_code"),
        ] {
            let query: Query = """
                UPDATE balances SET \(raw: change)
                WHERE merchant_id = \(fixture.merchant.number) AND balance_id = \(card.id.uuid)
                """
            #expect(try await Self.constraint(fixture.database, query) == name, "\(change)")
        }
    }

    @Test func `a hold captures and refunds at most its amount`() async throws {
        let fixture = try await BalanceFixture()
        let card = try await fixture.balance(1_000)
        let hold = try await fixture.hold(400, of: card)
        for (change, name) in [
            ("captured = 300, capturing = 101", "holds_capture_at_most_what_they_hold"),
            ("refunded = 1", "holds_refund_at_most_what_they_captured"),
            ("captured = 5, refunding = 6", "holds_refund_at_most_what_they_captured"),
            ("amount = -1", "holds_capture_at_most_what_they_hold"),
            ("state = 'released'", "holds_end_when_they_are_done"),
            ("expires_at = NULL", "holds_have_an_owner_or_an_end"),
        ] {
            let query: Query = """
                UPDATE holds SET \(raw: change)
                WHERE merchant_id = \(fixture.merchant.number) AND hold_id = \(hold.id.uuid)
                """
            #expect(try await Self.constraint(fixture.database, query) == name, "\(change)")
        }
    }

    @Test func `a balance's statement lists movements with the remaining amount, newest first`()
        async throws
    {
        let fixture = try await BalanceFixture()
        let card = try await fixture.balance(1_000)
        let other = try await fixture.balance()
        try await fixture.spend(100, of: card)
        _ = try await fixture.transfer(
            dollars(300), from: .balance(card.id), to: .balance(other.id))
        let hold = try await fixture.hold(200, of: card)
        let captured = try await fixture.capture(150, of: hold)
        #expect(captured.state == .captured)
        #expect(captured.captured == 150)
        #expect(try await fixture.read(card).held == 0)
        _ = try await fixture.transfer(dollars(20), from: .balance(other.id), to: .balance(card.id))
        let entries = try await fixture.entries(card)
        #expect(
            entries.map(\.kind) == [.transfer, .holdCapture, .transfer, .debit, .credit])
        #expect(entries.map(\.amount.minorUnits) == [20, -150, -300, -100, 1_000])
        #expect(entries.map(\.balanceAfter.minorUnits) == [470, 450, 600, 900, 1_000])
        #expect(
            entries.map(\.other) == [
                .balance(other.id), .system(.withdrawal), .balance(other.id),
                .system(.withdrawal), .system(.issuance),
            ])
        let first = try await fixture.entries(card, limit: 2)
        let second = try await fixture.entries(card, before: first[1].number, limit: 2)
        #expect((first + second).map(\.number) == entries.prefix(4).map(\.number))
        #expect(
            try await fixture.events(card) == [
                "balance.created", "balance.credited", "balance.debited", "balance.debited",
                "balance.held", "balance.captured", "balance.credited",
            ])
        let sums = try await fixture.database.run(
            """
            SELECT sum(amount)::bigint AS sum FROM entries WHERE merchant_id = \(fixture.merchant.number)
            """)
        #expect(try sums[0].get("sum") == Int64(0))
    }

    @Test func `a code finds its balance under each key, only at its own merchant`() async throws {
        let (old, new) = (Secret.random(KeyRing.masterCount), Secret.random(KeyRing.masterCount))
        let before = KeyRing(masters: [1: old])
        let after = KeyRing(masters: [1: old, 2: new])
        let fixture = try await BalanceFixture(keys: before)
        let code = BalanceCode.generate(Random.words())
        let card = try await fixture.balance(500, .giftCard, code: code)
        #expect(try await fixture.find(" \(code.grouped.lowercased()) ").id == card.id)
        #expect(try await fixture.find(code.normalized, keys: after).id == card.id, "rotated")
        let newer = BalanceCode.generate(Random.words())
        let second = try await fixture.balance(1, .giftCard, code: newer, keys: after)
        #expect(try await fixture.find(newer.normalized, keys: after).id == second.id)
        // The same code is taken, under any key that hashed it.
        #expect(
            try await refusal {
                _ = try await fixture.balance(1, .giftCard, code: code, keys: after)
            } == .codeTaken)
        for wrong in ["", "ABCDEFGH", code.normalized + "A", "é"] {
            #expect(try await refusal { _ = try await fixture.find(wrong) } == .unknownCode)
        }
        let stranger = try await BalanceFixture(keys: before)
        #expect(try await refusal { _ = try await stranger.find(code.normalized) } == .unknownCode)
        _ = try await stranger.balance(1, .giftCard, code: code)
        #expect(
            try await fixture.find(code.normalized).id == card.id,
            "each merchant finds its own card")
    }

    @Test func `balance codes are in no row and no event`() async throws {
        let fixture = try await BalanceFixture()
        let code = BalanceCode.generate(Random.words())
        let card = try await fixture.balance(500, .giftCard, code: code)
        try await fixture.spend(1, of: card)
        for table in ["balances", "events", "transfers"] {
            let rows = try await fixture.database.run(
                """
                SELECT \(raw: table)::text AS line FROM \(raw: table)
                WHERE merchant_id = \(fixture.merchant.number)
                """)
            #expect(!rows.isEmpty)
            for row in rows {
                let line: String = try row.get("line")
                #expect(!line.contains(code.normalized) && !line.contains(code.grouped))
            }
        }
        let events = try await fixture.database.run(
            """
            SELECT data::text AS data FROM events WHERE merchant_id = \(fixture.merchant.number)
            """)
        for event in events {
            let data: String = try event.get("data")
            #expect(!data.contains(code.hint), "no event contains the end of a code")
        }
    }

    @Test func `a merchant cannot move another merchant's money`() async throws {
        let (fixture, stranger) = (try await BalanceFixture(), try await BalanceFixture())
        let card = try await fixture.balance(1_000)
        let own = try await stranger.balance(1_000)
        let other = Balance.ID(merchant: stranger.merchant.number, uuid: card.id.uuid)
        #expect(
            try await refusal {
                _ = try await stranger.transfer(
                    dollars(1), from: .balance(own.id), to: .balance(other))
            } == .notFound)
        #expect(
            try await refusal {
                _ = try await stranger.transfer(
                    dollars(1), from: .balance(other), to: .balance(own.id))
            } == .notFound)
        #expect(try await fixture.read(card).amount == dollars(1_000))
        #expect(try await stranger.read(own).amount == dollars(1_000))
    }

    @Test func `an expired balance accepts neither debits nor credits`() async throws {
        let fixture = try await BalanceFixture()
        let end = now.adding(seconds: 60)
        let card = try await fixture.balance(1_000, expiresAt: end)
        for (from, to) in [
            (Account.system(.issuance), Account.balance(card.id)),
            (.balance(card.id), .system(.withdrawal)),
        ] {
            #expect(
                try await refusal {
                    _ = try await fixture.transfer(dollars(1), from: from, to: to, at: end)
                } == .expired)
        }
        #expect(try await fixture.read(card).amount == dollars(1_000))
    }

    @Test func `a frozen balance refuses debits and accepts credits`() async throws {
        let fixture = try await BalanceFixture()
        let card = try await fixture.balance(1_000)
        let hold = try await fixture.hold(100, of: card)
        _ = try await fixture.freeze(card, as: .merchant)
        #expect(try await refusal { try await fixture.spend(1, of: card) } == .frozen)
        #expect(try await refusal { _ = try await fixture.hold(1, of: card) } == .frozen)
        _ = try await fixture.transfer(
            dollars(5), from: .system(.issuance), to: .balance(card.id), .credit)
        _ = try await fixture.capture(nil, of: hold)
        #expect(try await fixture.read(card).amount == dollars(905))
        _ = try await fixture.freeze(card, as: nil)
        try await fixture.spend(905, of: card)
    }
}
