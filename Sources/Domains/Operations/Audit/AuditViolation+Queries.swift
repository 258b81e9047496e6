import Merchants
import Postgres
import Vocabulary

extension AuditViolation.Subject: Column {}

extension AuditViolation {
    init(row: Row, rule: String) throws {
        let subject: Subject = try row.get("subject")
        let merchant: MerchantNumber = try row.get("merchant_id")
        self.init(
            rule: rule, merchant: merchant,
            object: subject.name(try row.get("object"), of: merchant, try row.get("label")),
            found: try row.get("found"), expected: try row.get("expected"))
    }
}

extension AuditCheck {
    /// Selects the violations of the rule, in the same order each time.
    func find(in scope: AuditScope, limit: Int) -> Query {
        """
        SELECT merchant_id, subject, object, label, found, expected
        FROM (\(broken(scope))) AS broken (merchant_id, subject, object, label, found, expected)
        ORDER BY merchant_id, object, label LIMIT \(Int64(limit))
        """
    }
}

extension Audit {
    /// The audit sees one moment, also while payments continue, and no transaction waits for it.
    /// Sums over all transfers are computed in memory instead of in temporary files.
    static let inMemory: Query = "SET LOCAL work_mem = '128MB'"
}
