import Postgres
import Vocabulary

/// Apple's file of a domain: as its merchant asks for it, or as whoever calls that host.
package struct FindAssociation: Sendable {
    private let query: Query

    package init(of domain: String, _ merchant: MerchantNumber) {
        query = DomainAssociation.find(domain, of: merchant)
    }

    /// - Parameter host: in lower case and without a port.
    package init(ofHost host: String) { query = DomainAssociation.find(ofHost: host) }

    package func callAsFunction(on database: Database) async throws -> DomainAssociation? {
        try await database.run(query, sharing: .reading).first.map(DomainAssociation.init(row:))
    }
}
