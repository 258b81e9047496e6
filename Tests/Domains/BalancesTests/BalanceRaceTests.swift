import Balances
import Postgres
import TestSupport
import Testing
import Vocabulary

/// Concurrent operations on a real database (docs/rules/demands.md#22 to #24).
@Suite struct BalanceRaceTests {
    private static let many = 64

    @Test func `of 64 concurrent debits as many succeed as the balance covers`() async throws {
        let fixture = try await BalanceFixture()
        let card = try await fixture.balance(1_000)
        let ends = await together(Self.many) { _ in
            try await refusal { try await fixture.spend(45, of: card) }
        }
        let refusals = try ends.map { try $0.get() }
        #expect(refusals.count { $0 == nil } == 22)
        #expect(
            refusals.count {
                $0 == .insufficient(available: dollars(10), shortfall: dollars(35))
            } == 42)
        #expect(try await fixture.read(card).amount == dollars(10))
        let entries = try await fixture.entries(card)
        #expect(entries.map(\.amount.minorUnits).reduce(0, +) == 10)
        // Each debit starts from the amount that the previous one left.
        #expect(
            entries.map(\.balanceAfter.minorUnits)
                == Array(stride(from: 10, through: 1_000, by: 45)))
        #expect(try await fixture.events(card).count == 24)
    }

    @Test func `of 64 concurrent holds as many succeed as the balance covers`() async throws {
        let fixture = try await BalanceFixture()
        let card = try await fixture.balance(1_000)
        let ends = await together(Self.many) { _ in
            try await refusal { _ = try await fixture.hold(100, of: card) }
        }
        let refusals = try ends.map { try $0.get() }
        #expect(refusals.count { $0 == nil } == 10)
        #expect(
            refusals.count { $0 == .held(available: dollars(0), shortfall: dollars(100)) } == 54)
        #expect(try await fixture.read(card).held == 1_000)
    }

    @Test func `of 64 concurrent captures and releases of one hold one succeeds`() async throws {
        let fixture = try await BalanceFixture()
        let card = try await fixture.balance(1_000)
        let hold = try await fixture.hold(700, of: card)
        let ends = await together(Self.many) { index in
            try await refusal {
                if index % 2 == 0 {
                    _ = try await fixture.capture(300, of: hold)
                } else {
                    _ = try await fixture.release(hold)
                }
            }
        }
        let refusals = try ends.map { try $0.get() }
        #expect(refusals.count { $0 == nil } == 1)
        #expect(refusals.count { $0 == .holdEnded } == 63)
        let after = try await fixture.read(card)
        #expect(after.held == 0)
        #expect([700, 1_000].contains(after.amount.minorUnits))
    }

    @Test func `64 transfers between two balances preserve the total`() async throws {
        let fixture = try await BalanceFixture()
        let one = try await fixture.balance(10_000)
        let other = try await fixture.balance(10_000)
        let runs = Counter()
        let ends = await together(Self.many) { index in
            let isThere = index % 2 == 0
            _ = try await fixture.transfer(
                dollars(Int64(index + 1)), from: .balance(isThere ? one.id : other.id),
                to: .balance(isThere ? other.id : one.id), counting: runs)
        }
        for end in ends { try end.get() }
        #expect(runs.count == Self.many, "no transaction is repeated after a deadlock")
        let (left, right) = (try await fixture.read(one), try await fixture.read(other))
        #expect(left.amount.minorUnits == 10_000 + 32)
        #expect(left.amount.minorUnits + right.amount.minorUnits == 20_000)
        let entries = try await fixture.entries(one)
        #expect(entries.count == 65)
        #expect(entries.map(\.amount.minorUnits).reduce(0, +) == left.amount.minorUnits)
        for (later, earlier) in zip(entries, entries.dropFirst()) {
            #expect(
                later.balanceAfter.minorUnits - later.amount.minorUnits
                    == earlier.balanceAfter.minorUnits)
        }
    }

    @Test func `of 64 concurrent balances with one code one is created`() async throws {
        let fixture = try await BalanceFixture()
        let code = try #require(BalanceCode(imported: "GIFT-2026-XY"))
        let ends = await together(Self.many) { _ in
            try await refusal { _ = try await fixture.balance(1, .giftCard, code: code) }
        }
        let refusals = try ends.map { try $0.get() }
        #expect(refusals.count { $0 == nil } == 1)
        #expect(refusals.count { $0 == .codeTaken } == 63)
    }

    @Test func `a transfer is not booked again for the same cause`() async throws {
        let fixture = try await BalanceFixture()
        let card = try await fixture.balance(1_000)
        let cause = BalanceFixture.identify()
        let ends = await together(Self.many) { _ in
            do {
                _ = try await fixture.transfer(
                    dollars(10), from: .balance(card.id), to: .system(.withdrawal), .debit,
                    cause: cause)
                return ""
            } catch let error as PostgresError {
                return error.constraintName ?? "another error"
            }
        }
        let names = try ends.map { try $0.get() }
        #expect(names.count { $0 == "" } == 1)
        #expect(names.count { $0 == "transfers_are_booked_once" } == 63)
        #expect(try await fixture.read(card).amount == dollars(990))
    }
}
