import Postgres
import Threads

/// Reads an export from one snapshot and passes its rows on, block by block.
package struct StreamExport: Sendable {
    package let export: Export

    private let rowsInBlock: Int

    /// A block has about half a megabyte, and few round trips are needed for a million rows.
    package static let rowsInBlockDefault = 2_000

    package init(_ export: Export, rowsInBlock: Int = rowsInBlockDefault) {
        self.export = export
        self.rowsInBlock = rowsInBlock
    }

    /// Returns the number of rows.
    ///
    /// - Parameter take: receives the values of each row in the order of the columns, on the thread
    ///   of the connection. The snapshot lasts until it has taken the last block.
    package func callAsFunction(
        on database: Database, take: @escaping @Sendable ([[ExportValue]]) throws -> Void
    ) async throws -> Int {
        let hasTaken = Locked(false)
        let columns = export.kind.columns
        return try await database.transaction { [self] transaction in
            // A transaction that runs again, as on a standby that removed rows, would repeat rows.
            guard !hasTaken.withLock({ $0 }) else { throw ExportFault.interrupted }
            try transaction.readOneSnapshot()
            try transaction.enqueue(export.open)
            var count = 0
            while true {
                let rows = try transaction.run(export.fetch(rowsInBlock))
                guard !rows.isEmpty else { return count }
                count += rows.count
                let values = try rows.map { row in
                    try columns.map { try $0.read(row, export.merchant) }
                }
                hasTaken.withLock { $0 = true }
                try take(values)
            }
        }
    }
}
