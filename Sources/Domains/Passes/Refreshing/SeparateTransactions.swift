import Postgres

/// Processes due items, each in a separate transaction: a failure postpones the item and does not
/// stop the others.
enum SeparateTransactions {
    /// - Throws: the last failure, after all items were tried.
    static func each<Item: Sendable>(
        of items: [Item], on database: Database,
        do work: @escaping @Sendable (Item, Transaction) throws -> Void,
        postpone: (Item) -> Query
    ) async throws {
        var failure: (any Error)?
        for item in items {
            do {
                try await database.transaction { try work(item, $0) }
            } catch {
                failure = error
                try await database.run(postpone(item))
            }
        }
        if let failure { throw failure }
    }
}
