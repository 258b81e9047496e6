import Merchants
import Postgres
import Vocabulary

/// One rule that the books and the payments keep, and the statement that finds what breaks it.
package struct AuditCheck: Sendable {
    /// What a violation's line and docs/operations.md call it.
    package let rule: String
    /// The rule as a sentence.
    package let sentence: String
    /// One row for each thing that breaks it, in the columns that `AuditViolation` reads.
    let broken: @Sendable (AuditScope) -> Query

    init(
        _ rule: String, _ sentence: String, _ broken: @escaping @Sendable (AuditScope) -> Query
    ) {
        self.rule = rule
        self.sentence = sentence
        self.broken = broken
    }
}

/// Whose rows are looked at, and when.
package struct AuditScope: Sendable {
    /// All merchants when there is none.
    package let merchant: MerchantNumber?
    package let now: Instant

    package init(merchant: MerchantNumber? = nil, now: Instant) {
        self.merchant = merchant
        self.now = now
    }

    /// The condition that a table's rows are of the scope; the table is given by its alias.
    func owns(_ alias: Query) -> Query {
        guard let merchant else { return "true" }
        return "\(alias).merchant_id = \(merchant)"
    }

    func before(seconds: Int64) -> Instant { now.adding(seconds: -seconds) }
}
