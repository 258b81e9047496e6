import Postgres
import Vocabulary

/// Registers an endpoint, which receives events from now on.
package struct CreateEndpoint: Verb {
    package let endpoint: WebhookEndpoint

    package init(endpoint: WebhookEndpoint) { self.endpoint = endpoint }

    package func callAsFunction(in transaction: Transaction) throws -> WebhookEndpoint {
        // A merchant's endpoints are created one at a time, so that their number stays within the
        // limit.
        try transaction.enqueue(WebhookEndpoint.lockMerchant(endpoint.id.merchant))
        let rows = try transaction.run(WebhookEndpoint.count(of: endpoint.id.merchant))
        let count: Int = try rows[0].get("count")
        guard count < WebhookEndpoint.countMax else { throw OutboxRefusal.tooManyEndpoints }
        try transaction.enqueue(WebhookEndpoint.insert(endpoint))
        return endpoint
    }
}
