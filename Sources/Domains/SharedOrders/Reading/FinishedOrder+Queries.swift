import Crypto
import Merchants
import Postgres
import Vocabulary

extension FinishedOrder {
    private static let columns: Query = """
        o.merchant_id, o.shared_order_id, o.currency, o.terms, o.derivation_key, o.generation,
        o.ended_at, p.participant, p.total AS participant_total,
        (SELECT jsonb_agg(\(Choice.listed) ORDER BY c.choice) FROM shared_choices c
            WHERE c.merchant_id = p.merchant_id AND c.shared_order_id = p.shared_order_id
                AND c.participant = p.participant AND c.state = 'placed') AS chosen
        """

    /// A person's finished orders, newest first. A participant who left an order did not finish it.
    static func page(
        of person: UUID128, _ merchant: MerchantNumber, before: UUID128?, limit: Int
    ) -> Query {
        """
        SELECT \(columns) FROM shared_participants p
        JOIN shared_orders o ON o.merchant_id = p.merchant_id
            AND o.shared_order_id = p.shared_order_id AND o.state = 'paid'
        WHERE p.merchant_id = \(merchant) AND p.person = \(person) AND p.left_at IS NULL
            AND p.shared_order_id < \(before ?? .last)
        ORDER BY p.shared_order_id DESC, p.participant LIMIT \(Int64(limit))
        """
    }

    /// One of the person's finished orders; two rows if the same person took part twice.
    static func find(_ order: SharedOrder.ID, of person: UUID128) -> Query {
        """
        SELECT \(columns) FROM shared_participants p
        JOIN shared_orders o ON o.merchant_id = p.merchant_id
            AND o.shared_order_id = p.shared_order_id AND o.state = 'paid'
        WHERE p.merchant_id = \(order.merchant) AND p.shared_order_id = \(order.uuid)
            AND p.person = \(person) AND p.left_at IS NULL
        ORDER BY p.participant
        """
    }

    init(row: Row, keys: KeyRing) throws {
        let currency: String = try row.get("currency")
        guard let currency = Currency(currency) else {
            throw StoredValueError(column: "currency")
        }
        let id = SharedOrder.ID(
            merchant: try row.get("merchant_id"), uuid: try row.get("shared_order_id"))
        self.init(
            id: id,
            token: try ShareToken(
                for: id, keyNumber: try row.get("derivation_key"),
                generation: try row.get("generation"), keys: keys),
            terms: try SharedOrderTerms(stored: try row.get("terms")),
            participant: try row.get("participant"),
            choices: try JSONRow.all(row.get("chosen")).map { try Choice($0, currency) },
            total: try row.get("participant_total"), endedAt: try row.get("ended_at"))
    }
}
