import Merchants
import Postgres
import Vocabulary

extension SharedOrder {
    /// The order's row, with JSON lists of its people, devices, choices and shares.
    static func view(_ id: ID) -> Query {
        """
        SELECT \(columns),
            (SELECT jsonb_agg(jsonb_build_array(p.participant, p.person, encode(p.name, 'hex'),
                p.total, p.choices, p.left_at IS NULL, p.was_removed, p.pass_id) ORDER BY p.participant)
                FROM shared_participants p WHERE p.merchant_id = o.merchant_id
                    AND p.shared_order_id = o.shared_order_id) AS people,
            (SELECT jsonb_agg(jsonb_build_array(d.participant, d.device)
                ORDER BY d.participant, d.device)
                FROM shared_devices d WHERE d.merchant_id = o.merchant_id
                    AND d.shared_order_id = o.shared_order_id) AS devices,
            (SELECT jsonb_agg(\(Choice.listed) ORDER BY c.participant, c.choice)
                FROM shared_choices c WHERE c.merchant_id = o.merchant_id
                    AND c.shared_order_id = o.shared_order_id AND c.state <> 'removed') AS chosen,
            (SELECT jsonb_agg(jsonb_build_array(s.round, s.share, s.participant, s.amount,
                s.checkout_id, s.state, s.tries, s.is_rest) ORDER BY s.share)
                FROM shared_shares s WHERE s.merchant_id = o.merchant_id
                    AND s.shared_order_id = o.shared_order_id AND s.round = o.round) AS shares
        FROM shared_orders o
        WHERE o.merchant_id = \(id.merchant) AND o.shared_order_id = \(id.uuid)
        """
    }
}
