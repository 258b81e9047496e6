import Postgres

/// What is due, each in a transaction of its own: one that fails is put off, and holds up no other.
enum OneByOne {
    /// - Throws: the last failure, when all were tried.
    static func each<Item: Sendable>(
        of items: [Item], on database: Database,
        do work: @escaping @Sendable (Item, Transaction) throws -> Void,
        putOff: (Item) -> Query
    ) async throws {
        var failure: (any Error)?
        for item in items {
            do {
                try await database.transaction { try work(item, $0) }
            } catch {
                failure = error
                try await database.run(putOff(item))
            }
        }
        if let failure { throw failure }
    }
}
