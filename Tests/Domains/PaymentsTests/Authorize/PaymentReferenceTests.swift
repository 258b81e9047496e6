import CartSupport
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// The comparison of payments with their reference finds a difference in any column of any table.
@Suite struct PaymentReferenceTests {
    /// The comparison omits random identifiers and sealed texts: it compares the rows to which the
    /// identifiers point, and whether a text is there.
    private static let omitted: Set<String> = [
        "attempt_id", "capture_id", "transfer_id", "event_id", "entry_id", "card_id", "written_by",
        "contacts", "place",
    ]

    @Test(arguments: Till.tracedTables)
    func `a difference in one column of one row is found`(table: String) async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database) { $0.lateSuccess = .keep }
            let plans = try await till.plans(16, seed: 11)
            let expected = try await till.trace { transaction in
                for plan in plans {
                    var reference = PaymentReference(plan, of: till)
                    try reference.write(in: transaction)
                }
            }
            let written = try await till.trace { try till.write(plans, in: $0) }
            #expect(written == expected)
            try await database.run(Self.change)
            for column in try await columns(of: table, in: database) {
                do {
                    let changed = try await till.trace { transaction in
                        try till.write(plans, in: transaction)
                        try transaction.run(
                            """
                            CREATE TRIGGER change BEFORE UPDATE ON \(raw: table)
                            FOR EACH ROW EXECUTE FUNCTION change(\(raw: column))
                            """)
                        try transaction.run(
                            """
                            UPDATE \(raw: table) SET merchant_id = merchant_id WHERE ctid = (
                                SELECT max(ctid) FROM \(raw: table)
                                WHERE merchant_id = \(till.merchant.number))
                            """)
                    }
                    #expect(changed != expected, "\(table).\(column)")
                } catch let error as PostgresError where error.constraintName != nil {
                    // The table refuses the value.
                    continue
                }
            }
        }
    }

    private func columns(of table: String, in database: Database) async throws -> [String] {
        try await database.run(
            """
            SELECT column_name::text AS name FROM information_schema.columns
            WHERE table_schema = 'public' AND table_name = \(table) ORDER BY ordinal_position
            """
        ).map { try $0.get("name") }.filter { !Self.omitted.contains($0) }
    }

    /// A trigger that writes another value to the column.
    private static let change: Query = """
        CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            name text := TG_ARGV[0];
            old jsonb := to_jsonb(NEW) -> name;
            kind text := (SELECT format_type(atttypid, NULL) FROM pg_attribute
                WHERE attrelid = TG_RELID AND attname = name);
            other jsonb := CASE
                WHEN kind IN ('bigint', 'integer', 'smallint')
                    THEN to_jsonb(coalesce((old #>> '{}')::bigint, 0) + 1)
                WHEN kind = 'boolean' THEN to_jsonb(NOT old::boolean)
                WHEN kind = 'timestamp with time zone' THEN
                    to_jsonb(coalesce((old #>> '{}')::timestamptz, 'epoch') + interval '1 second')
                WHEN kind = 'uuid' THEN to_jsonb(gen_random_uuid())
                WHEN kind = 'uuid[]' THEN jsonb_build_array(gen_random_uuid())
                WHEN kind = 'bigint[]' THEN '[9]'
                WHEN kind = 'text[]' THEN '["other"]'
                WHEN kind = 'bytea' THEN '"\\\\xff"'
                WHEN kind = 'json' THEN '{"other": true}'
                ELSE to_jsonb(coalesce(old #>> '{}', '') || 'x')
            END;
        BEGIN
            RETURN jsonb_populate_record(NEW, jsonb_build_object(name, other));
        END $$
        """
}
