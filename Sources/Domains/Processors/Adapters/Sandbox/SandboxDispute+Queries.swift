import Postgres
import Vocabulary

/// The sandbox's record of disputes.
extension DisputeReport {
    /// Opens a dispute of at most the amount that the merchant still has of the charge; without an
    /// amount it takes all of that. Returns no row if nothing is left, or less than requested.
    static func open(
        _ reference: String, of charge: AttemptKey, amount: Int64?, reason: String,
        at now: Instant
    ) -> Query {
        """
        WITH charge AS MATERIALIZED (
            SELECT *, taken - refunded - refunding - disputed AS left_over FROM sandbox.charges
            WHERE merchant_id = \(charge.merchant.value) AND key = \(charge.text) FOR UPDATE
        ), opened AS (
            INSERT INTO sandbox.disputes (merchant_id, reference, charge, amount, currency, reason,
                state, created_at)
            SELECT merchant_id, \(reference), key, coalesce(\(amount), left_over), currency,
                \(reason), 'opened', \(now.bind)
            FROM charge WHERE left_over > 0 AND coalesce(\(amount), left_over) <= left_over
            ON CONFLICT (merchant_id, reference) DO NOTHING
            RETURNING charge, amount, currency, reason, state
        ), moved AS (
            UPDATE sandbox.charges c SET disputed = c.disputed + o.amount
            FROM opened o WHERE c.merchant_id = \(charge.merchant.value) AND c.key = o.charge
        )
        SELECT * FROM opened
        """
    }

    /// Ends an open dispute; the merchant gets the amount of a won dispute back.
    static func end(
        _ reference: String, of merchant: MerchantNumber, as state: State
    ) -> Query {
        """
        WITH ended AS (
            UPDATE sandbox.disputes SET state = \(state.rawValue)
            WHERE merchant_id = \(merchant.value) AND reference = \(reference) AND state = 'opened'
            RETURNING charge, amount, state
        ), moved AS (
            UPDATE sandbox.charges c SET disputed = c.disputed - e.amount
            FROM ended e
            WHERE c.merchant_id = \(merchant.value) AND c.key = e.charge AND e.state = 'won'
        )
        SELECT charge FROM ended
        """
    }

    static func find(_ merchant: MerchantNumber, _ reference: String) -> Query {
        """
        SELECT charge, amount, currency, reason, state FROM sandbox.disputes
        WHERE merchant_id = \(merchant.value) AND reference = \(reference)
        """
    }

    /// Reads a row of `open` or `find`.
    init(_ row: Row, of merchant: MerchantNumber, _ reference: String) throws {
        self.init(
            reference: reference,
            charge: AttemptKey(merchant: merchant, text: try row.get("charge")),
            amount: Money(
                minorUnits: try row.get("amount"),
                currency: try Currency(row.get("currency")).known("currency")),
            reason: try row.get("reason"),
            state: try State(rawValue: row.get("state")).known("state"))
    }
}
