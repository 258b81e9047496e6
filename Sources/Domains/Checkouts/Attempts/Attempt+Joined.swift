import Merchants
import Postgres
import Processors
import Vocabulary

/// Reads the last attempt from a row that also has its checkout. The columns whose names both
/// tables have are renamed.
extension Attempt {
    static let joinedColumns: Query = """
        a.attempt_id, a.number AS attempt_number, a.state AS attempt_state, a.processor,
        a.amount AS attempt_amount, a.version AS attempt_version, a.fingerprint, a.told, a.decline,
        a.reference AS attempt_reference, a.network, a.last_four, a.network_transaction,
        a.issuing_country, a.capture_before, a.approved, a.capturing AS attempt_capturing,
        a.captured AS attempt_captured, a.refunding AS attempt_refunding,
        a.refunded AS attempt_refunded, a.disputed AS attempt_disputed, a.started_at, a.leased_until, a.ended_at
        """

    /// Returns nil if the row has no attempt.
    package init?(joined row: Row) throws {
        guard let uuid: UUID128 = try row.get("attempt_id") else { return nil }
        let merchant: MerchantNumber = try row.get("merchant_id")
        let code: String = try row.get("currency")
        let state: String = try row.get("attempt_state")
        let reportedOutcome: String = try row.get("told")
        guard let currency = Currency(code), let state = State(rawValue: state),
            let reportedOutcome = ReportedOutcome(rawValue: reportedOutcome)
        else { throw StoredValueError(column: "attempt_state") }
        let number: Int64 = try row.get("attempt_number")
        let version: Int64 = try row.get("attempt_version")
        let decline: String? = try row.get("decline")
        self.init(
            id: ID(merchant: merchant, uuid: uuid),
            checkout: CheckoutSession.ID(merchant: merchant, uuid: try row.get("checkout_id")),
            number: Int(number), state: state, processor: try row.get("processor"),
            amount: Money(minorUnits: try row.get("attempt_amount"), currency: currency),
            version: Int(version), fingerprint: try row.get("fingerprint"),
            reportedOutcome: reportedOutcome,
            decline: decline.flatMap(Decline.init(code:)), card: try CardDisplay(row: row),
            reference: try row.get("attempt_reference"),
            networkTransaction: try row.get("network_transaction"),
            issuingCountry: try row.get("issuing_country"),
            captureBefore: try row.get("capture_before"), approved: try row.get("approved"),
            capturing: try row.get("attempt_capturing"),
            captured: try row.get("attempt_captured"),
            refunding: try row.get("attempt_refunding"),
            refunded: try row.get("attempt_refunded"),
            disputed: try row.get("attempt_disputed"), startedAt: try row.get("started_at"),
            leasedUntil: try row.get("leased_until"), endedAt: try row.get("ended_at"))
    }
}
