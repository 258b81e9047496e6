import Postgres
import Vocabulary

/// The sandbox's record of disputes.
extension DisputeReport {
    static func find(_ merchant: MerchantNumber, _ reference: String) -> Query {
        """
        SELECT charge, amount, currency, reason, state FROM sandbox.disputes
        WHERE merchant_id = \(merchant.value) AND reference = \(reference)
        """
    }

    init(_ row: Row, of merchant: MerchantNumber, _ reference: String) throws {
        self.init(
            reference: reference,
            charge: AttemptKey(merchant: merchant, text: try row.get("charge")),
            amount: Money(
                minorUnits: try row.get("amount"),
                currency: try Currency(row.get("currency")).known()),
            reason: try row.get("reason"), state: try State(rawValue: row.get("state")).known())
    }
}
