import Postgres
import Vocabulary

/// The rows that a filtered list examines for one page: a limited number after its cursor.
///
/// Without the limit, a filter without an index could read a whole table for a page with few or no
/// rows, and delay the calls of other merchants. The next page continues after the last examined
/// row.
package struct PageScan: Sendable {
    /// Takes about 20 ms of one processor if the table's pages are cached.
    package static let rowsMax = 10_000
    private static let limit = Query(raw: String(rowsMax))
    private static let offset = Query(raw: String(rowsMax - 1))

    private let table: Query
    private let order: Query
    private let column: Query
    private let condition: Query

    /// - Parameters:
    ///   - column: the identifier of a row.
    ///   - order: the sort order of the list, for the alias `s`.
    ///   - condition: selects the rows to examine, for the alias `s`; an index serves it in that
    ///     order.
    package init(_ table: Query, _ column: Query, order: Query, where condition: Query) {
        self.table = table
        self.column = column
        self.order = order
        self.condition = condition
    }

    /// The rows, for use in a FROM clause.
    package var rows: Query {
        "(SELECT * FROM \(table) s WHERE \(condition) ORDER BY \(order) LIMIT \(Self.limit))"
    }

    /// The last examined row as `scanned_to`; no row if fewer rows than the limit are left.
    package var end: Query {
        """
        SELECT s.\(column) AS scanned_to FROM \(table) s
        WHERE \(condition) ORDER BY \(order) OFFSET \(Self.offset) LIMIT 1
        """
    }

    package static func end(of rows: [Row]) throws -> UUID128? {
        try rows.first?.get("scanned_to")
    }
}

/// A page of a list.
package struct Page<Item: Sendable>: Sendable {
    package let items: [Item]
    /// The last examined row if the page is not full and the scan examined as many rows as it may;
    /// otherwise nil.
    package let scannedTo: UUID128?

    package init(_ items: [Item], scannedTo: UUID128? = nil) {
        self.items = items
        self.scannedTo = scannedTo
    }
}

extension Database {
    /// Reads a page of a list.
    ///
    /// A scan takes longer than the statements that share commits, so it does not join them.
    ///
    /// - Parameter scan: the rows that the filter examines, if no index serves it.
    package func page<Item: Sendable>(
        _ query: Query, limit: Int, scanning scan: PageScan?, _ read: (Row) throws -> Item
    ) async throws -> Page<Item> {
        let items = try await run(query, groupCommit: scan == nil ? .reading : nil)
            .map(read)
        guard let scan, items.count < limit else { return Page(items) }
        return Page(items, scannedTo: try PageScan.end(of: try await run(scan.end)))
    }
}

extension Transaction {
    /// Reads a page of a list within a transaction.
    package func page<Item: Sendable>(
        _ query: Query, limit: Int, scanning scan: PageScan?, _ read: (Row) throws -> Item
    ) throws -> Page<Item> {
        let items = try run(query).map(read)
        guard let scan, items.count < limit else { return Page(items) }
        return Page(items, scannedTo: try PageScan.end(of: try run(scan.end)))
    }
}
