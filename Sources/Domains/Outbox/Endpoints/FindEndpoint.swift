import Postgres

/// Finds one endpoint that was not deleted.
package struct FindEndpoint: Sendable {
    package let endpoint: Endpoint.ID

    package init(endpoint: Endpoint.ID) { self.endpoint = endpoint }

    package func callAsFunction(in transaction: Transaction) throws -> Endpoint {
        guard let row = try transaction.run(Endpoint.find(endpoint)).first else {
            throw OutboxRefusal.endpointNotFound
        }
        return try Endpoint(row: row)
    }

    /// The same, locked until the transaction ends.
    func locked(in transaction: Transaction) throws -> Endpoint {
        guard let row = try transaction.run(Endpoint.lock(endpoint)).first else {
            throw OutboxRefusal.endpointNotFound
        }
        return try Endpoint(row: row)
    }
}
