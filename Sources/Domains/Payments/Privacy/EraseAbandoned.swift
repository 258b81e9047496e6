import Merchants
import Postgres
import Vocabulary

/// Destroys the data keys of old unpaid checkouts, which makes their buyers' data unreadable. A
/// worker calls it.
///
/// One call goes through the whole table, with statements that each read a limited part of it: one
/// statement for the whole table would exceed its timeout with some ten million checkouts.
package struct EraseAbandoned: Sendable {
    package let now: Instant
    private let blocksEachStatement: Int64

    package static let retentionSeconds: Int64 = 30 * 86_400
    private static let batch = 500

    /// - Parameter blocksEachStatement: by default 32 MB, which take some 25 ms.
    package init(now: Instant, blocksEachStatement: Int64 = 4_096) {
        self.now = now
        self.blocksEachStatement = blocksEachStatement
    }

    /// Returns the number of erased checkouts.
    package func callAsFunction(on database: Database) async throws -> Int {
        let moment = now.adding(seconds: -Self.retentionSeconds)
        let blocks: Int64 = try await database.run(ErasableData.blocks).first?.get("blocks") ?? 0
        var (first, count) = (Int64(0), 0)
        while first < blocks {
            try Task.checkCancellation()
            let forgotten = try await database.run(
                ErasableData.erase(
                    createdBefore: moment, inBlocks: first..<first + blocksEachStatement,
                    limit: Self.batch)
            ).count
            count += forgotten
            // A full batch may have left some in these blocks.
            if forgotten < Self.batch { first += blocksEachStatement }
        }
        return count
    }
}
