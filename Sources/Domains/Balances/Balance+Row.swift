import Merchants
import Postgres
import Vocabulary

extension Balance {
    /// Reads a row of the table.
    package init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let kind: String = try row.get("kind")
        guard let kind = Kind(rawValue: kind) else { throw StoredValueError(column: "kind") }
        let code: String = try row.get("currency")
        guard let currency = Currency(code) else { throw StoredValueError(column: "currency") }
        self.init(
            id: ID(merchant: merchant, uuid: try row.get("balance_id")), kind: kind,
            currency: currency, codeHint: try row.get("code_hint"),
            customer: try row.get("customer_id"), reference: try row.get("reference"),
            metadata: try row.get("metadata"), expiresAt: try row.get("expires_at"),
            createdAt: try row.get("created_at"))
        amount.minorUnits = try row.get("amount")
        held = try row.get("held")
        let because: String? = try row.get("frozen_because")
        frozen = try because.map {
            guard let because = FreezeReason(rawValue: $0) else {
                throw StoredValueError(column: "frozen_because")
            }
            return because
        }
        frozenAt = try row.get("frozen_at")
        expiredAt = try row.get("expired_at")
        let events: Int64 = try row.get("events")
        self.events = Int(events)
        changedAt = try row.get("changed_at")
    }
}
