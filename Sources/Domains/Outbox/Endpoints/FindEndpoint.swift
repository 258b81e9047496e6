import Postgres

/// Finds one endpoint that was not deleted.
package struct FindEndpoint: Verb {
    package let endpoint: WebhookEndpoint.ID

    package init(endpoint: WebhookEndpoint.ID) { self.endpoint = endpoint }

    package func callAsFunction(in transaction: Transaction) throws -> WebhookEndpoint {
        guard let row = try transaction.run(WebhookEndpoint.find(endpoint)).first else {
            throw OutboxRefusal.endpointNotFound
        }
        return try WebhookEndpoint(row: row)
    }

    /// The same, locked until the transaction ends.
    func locked(in transaction: Transaction) throws -> WebhookEndpoint {
        guard let row = try transaction.run(WebhookEndpoint.lock(endpoint)).first else {
            throw OutboxRefusal.endpointNotFound
        }
        return try WebhookEndpoint(row: row)
    }
}
