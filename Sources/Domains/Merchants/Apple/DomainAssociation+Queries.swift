import Postgres
import Vocabulary

extension DomainAssociation {
    var store: Query {
        """
        INSERT INTO domain_associations (merchant_id, domain, file, stored_at)
        VALUES (\(merchant), \(domain), \(file), \(storedAt))
        ON CONFLICT (merchant_id, domain) DO UPDATE
            SET file = excluded.file, stored_at = excluded.stored_at
            WHERE domain_associations.merchant_id = \(merchant)
        """
    }

    static func find(_ domain: String, of merchant: MerchantNumber) -> Query {
        """
        SELECT merchant_id, domain, file, stored_at FROM domain_associations
        WHERE merchant_id = \(merchant) AND domain = \(domain)
        """
    }

    /// Finds the file of the domain's current owner; ignores a file that a former owner left
    /// behind.
    static func find(ofHost domain: String) -> Query {
        """
        SELECT a.merchant_id, a.domain, a.file, a.stored_at
        FROM names n
        JOIN domain_associations a ON a.merchant_id = n.merchant_id AND a.domain = n.name
        WHERE n.kind = 'domain' AND n.name = \(domain)
        """
    }

    static func drop(_ domain: String, of merchant: MerchantNumber) -> Query {
        """
        DELETE FROM domain_associations
        WHERE merchant_id = \(merchant) AND domain = \(domain) RETURNING true
        """
    }

    /// Deletes the files of domains that the merchant removes.
    static func clear(of merchant: MerchantNumber, except domains: [String]) -> Query {
        """
        DELETE FROM domain_associations
        WHERE merchant_id = \(merchant) AND NOT domain = ANY (\(domains))
        """
    }

    init(row: Row) throws {
        self.init(
            merchant: try row.get("merchant_id"), domain: try row.get("domain"),
            file: try row.get("file"), storedAt: try row.get("stored_at"))
    }
}
