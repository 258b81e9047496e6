import Crypto
import Postgres

/// A listed type without encrypted columns.
package protocol PlainListable: Listable {
    init(row: Row) throws
}

extension PlainListable {
    package init(row: Row, keys: KeyRing) throws { try self.init(row: row) }
}

extension ListPage where Noun: PlainListable {
    package func callAsFunction(on database: Database) async throws -> Page<Noun> {
        try await read(on: database, Noun.init(row:))
    }

    /// The same, for a transaction that has already found the list's owner.
    package func callAsFunction(in transaction: Transaction) throws -> Page<Noun> {
        try transaction.page(
            Noun.page(self), limit: limit, scanning: Noun.scan(self), Noun.init(row:))
    }
}
