import Postgres
import Vocabulary

/// Registers an endpoint, which receives events from now on.
package struct CreateEndpoint: Sendable {
    package let endpoint: Endpoint

    package init(endpoint: Endpoint) { self.endpoint = endpoint }

    package func callAsFunction(in transaction: Transaction) throws -> Endpoint {
        // A merchant's endpoints are created one at a time, so that their number stays within the
        // limit.
        try transaction.enqueue(Endpoint.lockMerchant(endpoint.id.merchant))
        let rows = try transaction.run(Endpoint.count(of: endpoint.id.merchant))
        let count: Int = try rows[0].get("count")
        guard count < Endpoint.countMax else { throw OutboxRefusal.tooManyEndpoints }
        try transaction.enqueue(Endpoint.insert(endpoint))
        return endpoint
    }
}
