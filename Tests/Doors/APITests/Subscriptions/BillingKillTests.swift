import Merchants
import Operations
import Postgres
import TestSupport
import Testing
import Vocabulary

/// Workers are killed repeatedly while they bill, two and four at once. Afterwards each period has
/// been billed and charged once, in our invoices and in the bank's own record.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BillingKillTests {
    private static let subscriptions: Int64 = 200
    /// Weeks that have begun since the free one and are not billed yet; each of them is charged.
    private static let weeks: Int64 = 4
    private static let kills = 12

    @Test(arguments: [2, 4])
    func `each period is charged once although its workers are killed`(count: Int) async throws {
        try await CrashScene.play { scene in
            try await Self.seed(scene)
            let wanted = Self.subscriptions * (Self.weeks + 1)
            var killed = 0
            while killed < Self.kills {
                let before = try await Self.paid(scene)
                guard before < wanted else { break }
                let workers = scene.startWorkers(count)
                // Kills at another moment each time, and only after some invoices were paid.
                try await eventually("workers charge invoices") {
                    let paid = try await Self.paid(scene)
                    return paid > before + Int64(killed * 2) || paid >= wanted
                }
                try await scene.kill(workers)
                killed += 1
                try await Self.age(scene)
            }
            #expect(killed >= 3)
            let workers = scene.startWorkers(count)
            for _ in 0..<6 where try await Self.paid(scene) < wanted {
                try await Self.age(scene)
                for _ in 0..<100 where try await Self.paid(scene) < wanted {
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            for worker in workers { try await worker.stop() }
            #expect(try await Self.paid(scene) == wanted)
            // No period is billed twice or left out, and the bank charged for each once.
            let row = try await scene.database.run(
                """
                SELECT count(*) AS invoices, count(DISTINCT (subscription_id, period)) AS periods,
                    count(*) FILTER (WHERE state = 'paid') AS paid
                FROM invoices
                """)[0]
            #expect(try row.get("invoices", as: Int64.self) == wanted)
            #expect(try row.get("periods", as: Int64.self) == wanted)
            let taken = try await scene.database.run(
                """
                SELECT count(*) AS charges, coalesce(sum(taken), 0)::bigint AS taken
                FROM sandbox.charges WHERE state = 'charged' AND amount > 0
                """)[0]
            #expect(try taken.get("charges", as: Int64.self) == wanted - Self.subscriptions)
            #expect(
                try taken.get("taken", as: Int64.self) == (wanted - Self.subscriptions) * 900)
            try await expectCleanAudit(scene.database)
        }
    }

    private static func paid(_ scene: CrashScene) async throws -> Int64 {
        try await scene.database.run("SELECT count(*) AS paid FROM invoices WHERE state = 'paid'")[
            0
        ]
        .get("paid")
    }

    /// Moves leases and due times into the past, so that the test does not wait for them to end.
    private static func age(_ scene: CrashScene) async throws {
        try await scene.age(seconds: 70)
        try await scene.database.run(
            """
            UPDATE invoices SET due_at = due_at - interval '70 seconds'
            WHERE state = 'open' AND due_at > now()
            """)
    }

    /// Subscriptions whose free week is over, and whose weeks since then are not billed yet.
    private static func seed(_ scene: CrashScene) async throws {
        let merchant = scene.merchant.merchant.number
        let ids: Query = """
            SELECT gen_random_uuid() AS id,
                date_trunc('second', now()) - interval '1 hour' - make_interval(weeks => \(weeks)::integer)
                    AS began
            FROM generate_series(1, \(subscriptions))
            """
        try await scene.database.run(
            """
            WITH plan AS (
                INSERT INTO plans (merchant_id, plan_id, created_at)
                VALUES (\(merchant), '00000000-0000-7000-8000-000000000001', now())),
            version AS (
                INSERT INTO plan_versions (merchant_id, plan_id, version, terms, created_at)
                VALUES (\(merchant), '00000000-0000-7000-8000-000000000001', 1,
                    '{"name": "Toast", "currencyCode": "USD", "missedPeriods": "billEach",
                      "managementURL": "https://shop.example/account", "phases": [
                        {"kind": "trial", "interval": {"unit": "week"}, "cycles": 1},
                        {"kind": "regular", "amount": "9.00", "interval": {"unit": "week"}}]}',
                    now())),
            fresh AS MATERIALIZED (\(ids)),
            sheet AS (
                INSERT INTO checkouts (merchant_id, checkout_id, state, version, currency, total,
                    total_pending, settings_version, request, derivation_key, attempts, created_at,
                    expires_at, changed_at)
                SELECT \(merchant), id, 'captured', 1, 'USD', 0, false, 1,
                    '{"currencyCode":"USD","countryCode":"US","lineItems":[{"label":"Toast","amount":"0.00"}]}',
                    1, 1, began, began, began FROM fresh),
            attempt AS (
                INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state,
                    processor, amount, currency, version, fingerprint, told, started_at,
                    leased_until, ended_at)
                SELECT \(merchant), id, id, 1, 'authorized', 'sandbox', 0, 'USD', 1, '', 'success',
                    began, began, began FROM fresh),
            kept AS (
                INSERT INTO kept_cards (merchant_id, card_id, checkout_id, processor, reference,
                    created_at)
                SELECT \(merchant), id, id, 'sandbox', id::text, began FROM fresh),
            card AS (
                INSERT INTO sandbox.cards (merchant_id, reference, renewals, created_at)
                SELECT \(merchant), id::text, '{}', began FROM fresh),
            subscription AS (
                INSERT INTO subscriptions (merchant_id, subscription_id, checkout_id, plan_id,
                    plan_version, card_id, state, currency, country, anchor, period_start,
                    period_end, announced, due_at, created_at, changed_at)
                SELECT \(merchant), id, id, '00000000-0000-7000-8000-000000000001', 1, id,
                    'trialing', 'USD', 'US', began, began, began + interval '7 days', 1,
                    began + interval '7 days', began, began FROM fresh)
            INSERT INTO invoices (merchant_id, invoice_id, subscription_id, period, period_start,
                period_end, state, currency, amount, checkout_id, created_at, ended_at)
            SELECT \(merchant), id, id, 0, began, began + interval '7 days', 'paid', 'USD', 0, id,
                began, began FROM fresh
            """)
    }
}
