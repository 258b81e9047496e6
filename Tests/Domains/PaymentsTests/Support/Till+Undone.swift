import CartSupport
import Merchants
import Postgres
import TestSupport
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Runs bodies in transactions that are rolled back.
extension Till {
    private struct Undo<Value: Sendable>: Error { let value: Value }

    /// - Returns: the body's result, from a transaction that is rolled back.
    func undone<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        do {
            return try await database.transaction { transaction -> Value in
                throw Undo(value: try body(transaction))
            }
        } catch let undo as Undo<Value> {
            return undo.value
        }
    }

    /// The tables that a payment writes.
    static let tracedTables = [
        "checkouts", "attempts", "holds", "balances", "captures", "transfers", "events", "timeline",
        "idempotency_keys", "coupons", "kept_cards",
    ]

    /// The merchant's rows after a body, without values that differ each time; for an attempt or a
    /// capture, its number in its checkout. The transaction is then rolled back.
    func trace(
        _ body: @escaping @Sendable (Transaction) throws -> Void
    ) async throws -> [String: [String]] {
        try await undone { transaction in
            try body(transaction)
            var rows: [String: [String]] = [:]
            for table in Till.tracedTables {
                rows["public." + table] = try transaction.run(
                    """
                    SELECT ((to_jsonb(t) - ARRAY['attempt_id', 'capture_id', 'transfer_id',
                        'event_id', 'entry_id', 'card_id', 'written_by', 'contacts', 'place'])
                        || jsonb_build_object('sealed', (to_jsonb(t) -> 'contacts') <> 'null',
                            'settled', (to_jsonb(t) -> 'place') <> 'null',
                            'attempt', (
                                SELECT a.checkout_id || ' ' || a.number FROM attempts a
                                WHERE a.merchant_id = t.merchant_id AND a.attempt_id::text
                                    IN (to_jsonb(t) ->> 'attempt_id', to_jsonb(t) ->> 'card_id')),
                            'capture', (
                                SELECT c.checkout_id || ' ' || c.number FROM captures c
                                WHERE c.merchant_id = t.merchant_id AND c.capture_id::text
                                    IN (to_jsonb(t) ->> 'capture_id',
                                        to_jsonb(t) ->> 'transfer_id')))
                        #- '{data,transfer,id}')::text AS line
                    FROM \(raw: table) t
                    WHERE t.merchant_id = \(merchant.number.value) ORDER BY 1
                    """
                ).map { try $0.get("line") }
            }
            return rows
        }
    }
}
