import Merchants
import Postgres
import Vocabulary

extension Export {
    /// Opens a cursor, so that neither the database nor the server holds all rows at once.
    ///
    /// A cursor of each kind has its own name: a statement that fetches is prepared for the columns
    /// of its cursor.
    var open: Query { "DECLARE \(cursor) NO SCROLL CURSOR FOR \(rows)" }

    func fetch(_ count: Int) -> Query { "FETCH \(Query(raw: "\(count)")) FROM \(cursor)" }

    private var cursor: Query { Query(raw: "export_of_\(kind.rawValue)") }

    /// The rows in the order of their identifiers, which begin with the time of creation, so that
    /// the primary key yields them in order.
    private var rows: Query {
        switch kind {
        case .payments:
            """
            SELECT c.checkout_id, c.created_at, c.state, c.currency, c.total, c.authorized,
                c.captured, c.refunded, c.disputed, c.tendered, c.reference, c.customer_id,
                a.processor, a.reference AS processor_reference, a.network, a.last_four,
                a.issuing_country
            FROM checkouts c LEFT JOIN attempts a ON a.merchant_id = c.merchant_id
                AND a.checkout_id = c.checkout_id AND a.state = 'authorized'
            WHERE c.merchant_id = \(merchant) AND (c.authorized > 0 OR c.tendered > 0)
                AND c.state IN ('authorized', 'captured', 'refunded')
                AND \(isInSpan("c.created_at"))
            ORDER BY c.checkout_id
            """
        case .captures: operations("captures", id: "capture_id", "increment")
        case .refunds: operations("refunds", id: "refund_id", "credit, credit_balance, reason")
        case .disputes:
            """
            SELECT dispute_id, checkout_id, opened_at, ended_at, state, currency, amount, reason,
                reference
            FROM disputes WHERE merchant_id = \(merchant) AND \(isInSpan("opened_at"))
            ORDER BY dispute_id
            """
        case .balances:
            """
            SELECT balance_id, kind, created_at, expires_at, expired_at, frozen_at, currency,
                amount, held, reference, customer_id
            FROM balances WHERE merchant_id = \(merchant) AND \(isInSpan("created_at"))
            ORDER BY balance_id
            """
        case .invoices:
            """
            SELECT invoice_id, subscription_id, created_at, period_start, period_end, ended_at,
                state, currency, amount, checkout_id
            FROM invoices WHERE merchant_id = \(merchant) AND \(isInSpan("created_at"))
            ORDER BY invoice_id
            """
        case .ledger:
            """
            SELECT transfer_id, part::text AS part, at, kind, from_system, from_balance, to_system,
                to_balance, currency, amount, checkout_id, reference
            FROM transfers WHERE merchant_id = \(merchant) AND \(isInSpan("at"))
            ORDER BY transfer_id, kind, part
            """
        }
    }

    private func operations(_ table: Query, id: Query, _ more: Query) -> Query {
        """
        SELECT \(id) AS id, checkout_id, started_at, ended_at, currency, amount, card, reference,
            failure, state, \(more)
        FROM \(table) WHERE merchant_id = \(merchant) AND \(isInSpan("started_at"))
        ORDER BY \(id)
        """
    }

    private func isInSpan(_ column: Query) -> Query {
        "\(column) >= \(span.lowerBound) AND \(column) < \(span.upperBound)"
    }
}
