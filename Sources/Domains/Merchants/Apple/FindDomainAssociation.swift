import Postgres
import Vocabulary

/// Finds Apple's file of a domain, for its merchant or for any request to that host.
package struct FindDomainAssociation: Sendable {
    private let query: Query

    package init(of domain: String, _ merchant: MerchantNumber) {
        query = DomainAssociation.find(domain, of: merchant)
    }

    /// - Parameter host: in lowercase and without a port.
    package init(ofHost host: String) { query = DomainAssociation.find(ofHost: host) }

    package func callAsFunction(on database: Database) async throws -> DomainAssociation? {
        try await database.run(query, groupCommit: .reading).first.map(DomainAssociation.init(row:))
    }
}
