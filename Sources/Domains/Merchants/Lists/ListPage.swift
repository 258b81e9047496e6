import Crypto
import Postgres

/// Lists one page of rows, which begins after the last row of the page before.
package struct ListPage<Noun: Listable>: Sendable {
    package let parent: Noun.Parent
    package var filter: Noun.Filter
    /// The last row of the page before; nil for the first page.
    package let after: Noun.ID?
    package let limit: Int

    package init(
        of parent: Noun.Parent, _ filter: Noun.Filter, after: Noun.ID? = nil, limit: Int
    ) {
        self.parent = parent
        self.filter = filter
        self.after = after
        self.limit = limit
    }

    /// - Parameter keys: open the encrypted columns.
    package func callAsFunction(on database: Database, keys: KeyRing) async throws -> Page<Noun> {
        try await read(on: database) { try Noun(row: $0, keys: keys) }
    }

    func read(
        on database: Database, _ decode: (Row) throws -> Noun
    ) async throws -> Page<Noun> {
        let list = try await Noun.prepare(self, on: database)
        return try await database.page(
            Noun.page(list), limit: limit, scanning: Noun.scan(list), decode)
    }
}

extension ListPage where Noun.Filter == NoFilter {
    package init(of parent: Noun.Parent, after: Noun.ID? = nil, limit: Int) {
        self.init(of: parent, NoFilter(), after: after, limit: limit)
    }
}
