import Merchants
import Postgres
import Vocabulary

/// A rule that the books and the payments must keep, and the statement that finds its violations.
package struct AuditCheck: Sendable {
    /// The rule's name in the command's output and in docs/operate/operations.md.
    package let rule: String
    /// The rule as a sentence.
    package let sentence: String
    /// Selects one row for each violation, with the columns that `AuditViolation` reads.
    let broken: @Sendable (AuditScope) -> Query

    init(
        _ rule: String, _ sentence: String, _ broken: @escaping @Sendable (AuditScope) -> Query
    ) {
        self.rule = rule
        self.sentence = sentence
        self.broken = broken
    }
}

/// The merchants whose rows are checked, and the time of the check.
package struct AuditScope: Sendable {
    /// Nil means all merchants.
    package let merchant: MerchantNumber?
    package let now: Instant

    package init(merchant: MerchantNumber? = nil, now: Instant) {
        self.merchant = merchant
        self.now = now
    }

    /// The condition that a table's rows belong to the scope; the alias names the table.
    func owns(_ alias: Query) -> Query {
        guard let merchant else { return "true" }
        return "\(alias).merchant_id = \(merchant)"
    }

    func before(seconds: Int64) -> Instant { now.adding(seconds: -seconds) }
}
