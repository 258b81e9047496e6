import Checkouts
import Postgres
import Vocabulary

extension MoneyMovements {
    /// Reads captures, refunds and disputes at once; `moved` names the kind of each row, and
    /// columns that the kind does not have are null.
    static func find(_ checkout: CheckoutSession.ID) -> Query {
        """
        SELECT 'capture' AS moved, merchant_id, capture_id, NULL::uuid AS refund_id,
            NULL::uuid AS dispute_id, checkout_id, number, state, amount, currency, card, increment,
            attempt_id, hold_ids, hold_amounts, credit_ids, credit_amounts, is_last,
            NULL::uuid AS credit_balance, NULL::bigint AS credit, NULL::uuid[] AS debit_ids,
            NULL::bigint[] AS debit_amounts, items, NULL::text AS reason, failure, reference,
            NULL::bigint AS taken, NULL::bigint AS uncovered, started_at, leased_until,
            NULL::timestamptz AS opened_at, ended_at
        FROM captures WHERE merchant_id = \(checkout.merchant) AND checkout_id = \(checkout.uuid)
        UNION ALL
        SELECT 'refund', merchant_id, NULL, refund_id, NULL, checkout_id, number, state, amount,
            currency, card, NULL, attempt_id, hold_ids, hold_amounts, NULL, NULL, NULL, credit_balance,
            credit, debit_ids, debit_amounts, items, reason, failure, reference, NULL, NULL,
            started_at, leased_until, NULL, ended_at
        FROM refunds WHERE merchant_id = \(checkout.merchant) AND checkout_id = \(checkout.uuid)
        UNION ALL
        SELECT 'dispute', merchant_id, NULL, NULL, dispute_id, checkout_id, number, state, amount,
            currency, NULL, NULL, attempt_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
            NULL, reason, NULL, reference, taken, uncovered, NULL, NULL, opened_at, ended_at
        FROM disputes WHERE merchant_id = \(checkout.merchant) AND checkout_id = \(checkout.uuid)
        ORDER BY number, opened_at
        """
    }

    init(rows: [Row]) throws {
        for row in rows {
            let moved: String = try row.get("moved")
            switch moved {
            case "capture": captures.append(try Capture(row: row))
            case "refund": refunds.append(try Refund(row: row))
            case "dispute": disputes.append(try Dispute(row: row))
            default: throw StoredValueError(column: "moved")
            }
        }
    }
}
