import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Subscriptions

/// Several concurrent workers, on a database of their own.
@Suite struct SideBySideTests {
    @Test func `workers skip each other's subscriptions, and none fails`() async throws {
        try await TestDatabase.configured { $0.connections = 8 }.withFreshDatabase { database in
            try await Self.seed(200, in: database)
            let start = Moment(moment("2026-01-08T00:00:00Z")) {
                UUID128.version7(at: $0, random: (.random(in: 0 ... .max), .random(in: 0 ... .max)))
            }
            let advanced = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var advanced = 0
                        for _ in 0..<20 {
                            let advance = AdvanceSubscriptions(
                                .realTime, at: BillingTime(start), limit: 10)
                            advanced += try await database.transaction { try advance(in: $0) }
                        }
                        return advanced
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(advanced == 200)
            let row = try await database.run(
                """
                SELECT count(*) AS invoices, count(DISTINCT subscription_id) AS subscriptions
                FROM invoices WHERE period = 1 AND state = 'open'
                """)[0]
            #expect(try row.get("invoices", as: Int64.self) == 200)
            #expect(try row.get("subscriptions", as: Int64.self) == 200)
        }
    }

    /// A merchant's subscriptions whose first week is over.
    private static func seed(_ count: Int64, in database: Database) async throws {
        let open = OpenMerchant(
            name: "Toast", live: false, settings: MerchantSettings(),
            now: moment("2026-01-01T00:00:00Z"),
            keyIdentifiers: (UUID128(high: 1, low: 1), UUID128(high: 1, low: 2)))
        let merchant = try await database.transaction { try open(in: $0) }.merchant.number
        let plan = UUID128(high: 1, low: 3)
        let week = makeTerms([regular("9", .week)])
        let start = moment("2026-01-01T00:00:00Z")
        try await database.transaction { transaction in
            let sold = Plan(
                id: .init(merchant: merchant, uuid: plan), terms: week, createdAt: start)
            _ = try CreatePlan(plan: sold)(in: transaction)
            try transaction.run(
                """
                WITH fresh AS MATERIALIZED (
                    SELECT gen_random_uuid() AS id FROM generate_series(1, \(count))),
                sheet AS (
                    INSERT INTO checkouts (merchant_id, checkout_id, state, version, currency,
                        total, total_pending, settings_version, request, derivation_key, attempts,
                        created_at, expires_at, changed_at)
                    SELECT \(merchant), id, 'captured', 1, 'USD', 0, false, 1, '{}', 1, 1,
                        \(start), \(start), \(start) FROM fresh),
                attempt AS (
                    INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state,
                        processor, amount, currency, version, fingerprint, started_at,
                        leased_until, ended_at)
                    SELECT \(merchant), id, id, 1, 'authorized', 'test', 0, 'USD', 1, '',
                        \(start), \(start), \(start) FROM fresh),
                card AS (
                    INSERT INTO kept_cards (merchant_id, card_id, checkout_id, processor,
                        reference, created_at)
                    SELECT \(merchant), id, id, 'test', id::text, \(start) FROM fresh)
                INSERT INTO subscriptions (merchant_id, subscription_id, checkout_id, plan_id,
                    plan_version, card_id, state, currency, country, anchor, period_start,
                    period_end, announced, due_at, created_at, changed_at)
                SELECT \(merchant), id, id, \(plan), 1, id, 'active', 'USD', 'US', \(start),
                    \(start), \(start.adding(seconds: 7 * 86_400)), 1,
                    \(start.adding(seconds: 7 * 86_400)), \(start), \(start) FROM fresh
                """)
        }
    }
}
