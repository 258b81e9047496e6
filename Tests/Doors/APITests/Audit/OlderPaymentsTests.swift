import Postgres
import TestSupport
import Testing

/// Payments that were made before the tables of captures and of the ledger existed.
@Suite struct OlderPaymentsTests {
    @Test func `the migration books captures that are older than the ledger`() async throws {
        try await TestDatabase.withFreshSettings(empty: true) { settings in
            let migrations = try TestDatabase.migrations
            let before = Array(migrations.prefix { $0.number < 7 })
            _ = try await Migrator(before, settings).migrate()
            var few = settings
            few.connections = 1
            let database = Database(few)
            try await database.transaction { transaction in
                for statement in Self.payments { try transaction.enqueue(statement) }
            }
            _ = try await Migrator(migrations, settings).migrate()
            let captures = try await database.run(
                """
                SELECT c.amount, t.amount AS booked FROM captures c JOIN transfers t
                    ON t.merchant_id = c.merchant_id AND t.transfer_id = c.capture_id
                WHERE c.state = 'succeeded' AND t.kind = 'capture'
                """)
            #expect(captures.count == 1)
            #expect(try captures.map { try $0.get("booked") as Int64 } == [2000])
            try await expectCleanAudit(database)
            await database.close()
        }
    }

    /// Three payments: one captured at once, one only authorized, and one whose first card was
    /// declined and whose second was verified without a charge.
    private static let payments: [Query] = [
        "INSERT INTO merchants (merchant_id, name, live, created_at) VALUES (1, 'Old', true, now())",
        """
        INSERT INTO checkouts (merchant_id, checkout_id, state, version, currency, total,
            total_pending, settings_version, request, derivation_key, authorized, captured, attempts,
            created_at, expires_at, changed_at)
        SELECT 1, ('00000000-0000-7000-8000-00000000000' || n)::uuid, state, 2, 'USD', amount, false,
            1, '{}', 1, amount, captured, 1, now(), now(), now()
        FROM (VALUES (1, 'captured', 2000, 2000), (2, 'authorized', 3000, 0), (3, 'captured', 0, 0))
            AS given (n, state, amount, captured)
        """,
        """
        INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state, processor, amount,
            currency, version, fingerprint, reference, started_at, leased_until, ended_at)
        SELECT 1, ('00000000-0000-7000-8001-0000000000' || n || number)::uuid,
            ('00000000-0000-7000-8000-00000000000' || n)::uuid, number, state, 'sandbox', amount,
            'USD', 2, '', 'ref', now(), now(), now()
        FROM (VALUES (1, 1, 'authorized', 2000), (2, 1, 'authorized', 3000), (3, 1, 'declined', 5),
            (3, 2, 'authorized', 0)) AS given (n, number, state, amount)
        """,
    ]
}
