import Postgres
import Vocabulary

/// Deletes Apple's file of a domain; the domain stays registered.
package struct DeleteDomainAssociation: Sendable {
    package let domain: String
    package let merchant: MerchantNumber

    package init(domain: String, merchant: MerchantNumber) {
        self.domain = domain
        self.merchant = merchant
    }

    package func callAsFunction(on database: Database) async throws {
        let dropped = try await database.run(DomainAssociation.drop(domain, of: merchant))
        if dropped.isEmpty { throw MerchantRefusal.domainNotFound }
    }
}
