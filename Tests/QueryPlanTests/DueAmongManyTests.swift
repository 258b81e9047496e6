import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Checkouts
@testable import Customers
@testable import Merchants
@testable import Outbox
@testable import Subscriptions

/// The queries that workers run every second use their own indexes, among many rows and by the
/// planner's own choice.
@Suite(.timeLimit(.minutes(5))) struct DueAmongManyTests {
    private static let now = Instant(seconds: 1_800_000_000)
    private static let merchant = MerchantNumber(7)
    private static let uuid = UUID128(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
    private static let clock = TestClock.ID(merchant: merchant, uuid: uuid)
    private static let checkout = CheckoutSession.ID(merchant: merchant, uuid: uuid)

    private static let queries: [(query: Query, index: String)] = [
        (Subscription.lockDue(.realTime, at: now, limit: 100), "subscriptions_due"),
        (Subscription.lockDue(.clock(clock), at: now, limit: 1), "subscriptions_due_by_a_clock"),
        (Subscription.find(by: checkout), "subscriptions_are_agreed_to_once"),
        (
            Invoice.claim(.realTime, at: now, leasedUntil: now, limit: 100),
            "invoices_due"
        ),
        (
            Invoice.claim(.clock(clock), at: now, leasedUntil: now, limit: 1),
            "invoices_due_by_a_clock"
        ),
        (Invoice.find(by: checkout), "invoices_by_checkout"),
        (
            Invoice.lockOpen(of: Subscription.ID(merchant: merchant, uuid: uuid)),
            "periods_are_billed_once"
        ),
        (Enrollment.dueForCheck(at: now, limit: 50), "enrolments_to_look_at"),
        (Quote.delete(expiredBefore: now, limit: 1_000), "quotes_that_came_to_nothing"),
        (TestClock.claimAdvancing(at: now, leasedUntil: now, limit: 4), "test_clocks_to_advance"),
        (TestClock.nextDue(clock), "subscriptions_due_by_a_clock"),
        (TestClock.nextDue(clock), "invoices_due_by_a_clock"),
        (
            Event.page(list(Event.Filter()) { $0.type = .disputeOpened }),
            "events_by_seldom_type"
        ),
        (Event.readAfterCursor("reactions", limit: 100), "events_by_commit"),
        (Delivery.fanOut(limit: 100, at: now), "events_by_commit"),
        (EventNumbering.state(ofCluster: EventNumbering.cluster), "events_by_commit"),
        (
            Subscription.page(list(Subscription.Filter()) { $0.checkout = checkout }),
            "subscriptions_are_agreed_to_once"
        ),
        (
            Subscription.page(
                list(Subscription.Filter()) {
                    $0.customer = Customer.ID(merchant: merchant, uuid: uuid)
                }),
            "subscriptions_by_customer"
        ),
        (
            Invoice.page(
                list(Invoice.Filter()) {
                    $0.subscription = Subscription.ID(merchant: merchant, uuid: uuid)
                }),
            "periods_are_billed_once"
        ),
    ]

    private static func list<Noun: Listable>(
        _ filter: Noun.Filter, _ change: (inout Noun.Filter) -> Void
    ) -> ListPage<Noun> where Noun.Parent == MerchantNumber {
        var filter = filter
        change(&filter)
        return ListPage(of: merchant, filter, limit: 20)
    }

    @Test func `due rows are found among many by their own index`() async throws {
        try await TestDatabase.configured {
            $0.statementTimeoutMilliseconds = 60_000
        }.withFreshDatabase { database in
            // In parts: readers of events, in any database, wait for the oldest open transaction.
            for last in stride(from: Self.part, through: 100_000, by: Self.part) {
                try await database.transaction { transaction in
                    // Fictitious checkouts and cards: their references do not matter here.
                    _ = try transaction.run("SET LOCAL session_replication_role = replica")
                    for rows in Self.rows(upTo: last) { _ = try transaction.run(rows) }
                }
            }
            for table in [
                "subscriptions", "invoices", "quotes", "enrolments", "test_clocks",
                "plan_versions", "events",
            ] {
                try await database.run(Query(raw: "ANALYZE \(table)"))
            }
            for (query, index) in Self.queries {
                let plan = try await database.run("EXPLAIN \(query)").map { row in
                    try row.get("QUERY PLAN") as String
                }
                let text = plan.joined(separator: "\n")
                #expect(text.split { " \n".contains($0) }.contains { $0 == index }, "\(text)")
                let isWhole = plan.contains { line in
                    [
                        "subscriptions", "invoices", "quotes", "enrolments", "test_clocks",
                        "events",
                    ].contains { line.contains("Seq Scan on \($0)") }
                }
                #expect(!isWhole, "\(text)")
            }
        }
    }

    private static let part = 5000

    /// A part of the hundred thousand rows of most tables, for 50 merchants. One in a hundred is on
    /// a test clock. Due times are spread over the next month, and one in a thousand is due now.
    private static func rows(upTo last: Int) -> [Query] {
        [
            """
            CREATE TEMPORARY TABLE many ON COMMIT DROP AS
            SELECT n, n % 50 + 1 AS merchant, lpad(to_hex(n), 32, '0')::uuid AS uuid,
                CASE WHEN n % 100 = 0 THEN lpad(to_hex(n % 700), 32, '0')::uuid END AS clock,
                to_timestamp(1800000000 + (n % 1000) * 2600) AS due, now() AS at
            FROM generate_series(\(Int64(last - part + 1)), \(Int64(last))) AS n
            """,
            """
            INSERT INTO plan_versions (merchant_id, plan_id, version, terms, created_at)
            SELECT merchant, uuid, 1, '{}', at FROM many WHERE n <= 1000
            """,
            """
            INSERT INTO subscriptions (merchant_id, subscription_id, checkout_id, customer_id, plan_id,
                plan_version, card_id, clock_id, state, currency, country, anchor, period_start,
                period_end, due_at, created_at, changed_at)
            SELECT merchant, uuid, uuid, uuid, uuid, 1, uuid, clock, 'active', 'USD', 'US', at, at,
                at + interval '1 month', due, at, at
            FROM many
            """,
            """
            INSERT INTO invoices (merchant_id, invoice_id, subscription_id, period, period_start,
                period_end, state, currency, amount, checkout_id, due_at, clock_id, created_at, ended_at)
            SELECT merchant, uuid, uuid, 0, at, at + interval '1 month',
                CASE WHEN n % 10 = 0 THEN 'open' ELSE 'paid' END, 'USD', 900, uuid,
                CASE WHEN n % 10 = 0 THEN due END, clock, at, CASE WHEN n % 10 <> 0 THEN at END
            FROM many
            """,
            """
            INSERT INTO quotes (merchant_id, quote_id, subscription_id, subscription_version, plan_id,
                plan_version, moment, at_period_end, credit, charge, due, kept, needs_consent,
                proration, created_at, expires_at, used_at)
            SELECT merchant, uuid, uuid, 1, uuid, 1, at, false, 0, 0, 0, 0, false, 'second', at, due,
                CASE WHEN n % 10 <> 0 THEN at END
            FROM many
            """,
            """
            INSERT INTO enrolments (merchant_id, checkout_id, kind, plan_id, plan_version, look_at,
                created_at)
            SELECT merchant, uuid, 'begin', uuid, 1, CASE WHEN n % 100 = 0 THEN due END, at FROM many
            """,
            """
            INSERT INTO events (merchant_id, event_id, type, object, sequence, data, created_at)
            SELECT merchant, uuid, 'checkout.captured', 'chk', n, '{}', at FROM many WHERE n <= 20000
            """,
            """
            INSERT INTO test_clocks (merchant_id, clock_id, at, target, leased_until, created_at)
            SELECT merchant, uuid, at, CASE WHEN n % 100 = 0 THEN at END,
                CASE WHEN n % 100 = 0 THEN due END, at
            FROM many
            """,
        ]
    }
}
