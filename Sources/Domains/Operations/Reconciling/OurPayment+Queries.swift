import Checkouts
import Merchants
import Postgres
import Vocabulary

extension OurPayment {
    /// Looks for operations in progress in the captures themselves, because a capture that consists
    /// only of an increment has reserved nothing.
    private static func columns(at now: Instant) -> Query {
        """
        a.merchant_id, a.attempt_id, a.checkout_id, a.processor, a.state, a.currency, a.reference,
        a.approved, a.captured, a.started_at, a.ended_at,
        a.refunded - coalesce((
            SELECT sum(r.card) FROM refunds r
            WHERE r.merchant_id = a.merchant_id AND r.checkout_id = a.checkout_id
                AND r.attempt_id = a.attempt_id AND r.state = 'succeeded'
                AND r.credit = r.amount), 0)::bigint AS refunded_by_processor,
        a.capturing > 0 OR a.refunding > 0
            OR (a.captured < a.approved AND a.capture_before <= \(now))
            OR EXISTS (
                SELECT FROM captures c WHERE c.merchant_id = a.merchant_id
                    AND c.checkout_id = a.checkout_id AND c.attempt_id = a.attempt_id
                    AND c.state IN ('started', 'unknown')) AS is_changing
        """
    }

    static func find(
        _ attempts: [UUID128], of merchant: MerchantNumber, at now: Instant
    ) -> Query {
        """
        SELECT \(columns(at: now)) FROM attempts a
        WHERE a.merchant_id = \(merchant)
            AND a.attempt_id = ANY (\(Bind.uuids(attempts.map { ($0.high, $0.low) })))
        """
    }

    /// Selects the payments of a span, by identifier. An identifier begins with the time at which
    /// it was made, so the key finds them. An attempt that verified a card has moved no money.
    static func page(
        of merchant: MerchantNumber, in span: ReconciliationSpan, after last: UUID128?, limit: Int,
        at now: Instant
    ) -> Query {
        """
        SELECT \(columns(at: now)) FROM attempts a
        WHERE a.merchant_id = \(merchant) AND a.amount > 0
            AND a.attempt_id > \(last ?? span.firstIdentifier)
            AND a.attempt_id < \(span.lastIdentifier)
            AND a.started_at >= \(span.from) AND a.started_at < \(span.until)
        ORDER BY a.attempt_id LIMIT \(Int64(limit))
        """
    }

    /// Selects the merchants with a payment in a span, a page of them by number.
    ///
    /// All merchants: the operator compares the books of every merchant.
    static func merchants(
        payingIn span: ReconciliationSpan, after last: MerchantNumber, limit: Int
    ) -> Query {
        """
        SELECT m.merchant_id FROM merchants m
        WHERE m.merchant_id > \(last) AND EXISTS (
            SELECT FROM attempts a WHERE a.merchant_id = m.merchant_id AND a.amount > 0
                AND a.attempt_id > \(span.firstIdentifier) AND a.attempt_id < \(span.lastIdentifier)
                AND a.started_at >= \(span.from) AND a.started_at < \(span.until))
        ORDER BY m.merchant_id LIMIT \(Int64(limit))
        """
    }

    init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let state: String = try row.get("state")
        let code: String = try row.get("currency")
        guard let state = Attempt.State(rawValue: state) else {
            throw StoredValueError(column: "state")
        }
        guard let currency = Currency(code) else { throw StoredValueError(column: "currency") }
        self.init(
            attempt: Attempt.ID(merchant: merchant, uuid: try row.get("attempt_id")),
            checkout: CheckoutSession.ID(merchant: merchant, uuid: try row.get("checkout_id")),
            processor: try row.get("processor"), state: state, currency: currency,
            reference: try row.get("reference"), authorized: try row.get("approved"),
            captured: try row.get("captured"), refunded: try row.get("refunded_by_processor"),
            isChanging: try row.get("is_changing"), startedAt: try row.get("started_at"),
            endedAt: try row.get("ended_at"))
    }
}
