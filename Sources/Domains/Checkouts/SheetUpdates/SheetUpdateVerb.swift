import Postgres
import Vocabulary

/// A sheet update: the rules of its answer, and two ways to run it.
package protocol SheetUpdateVerb: Verb where Returned == SheetUpdateOutcome {
    var context: CheckoutContext { get }
    /// True if an open payment sheet sends the update, which then refuses a browser whose sheet
    /// cannot show every charge. False if the page or the merchant's server sends it.
    static var isSheetEvent: Bool { get }

    /// Computes the outcome and its timeline entry, and changes `loaded`; the caller stores both.
    func decide(_ loaded: inout LoadedCheckout) throws -> (SheetUpdateOutcome, TimelineEntry)
}

extension SheetUpdateVerb {
    package static var isSheetEvent: Bool { true }

    /// Runs the update under the checkout's row lock.
    package func callAsFunction(in transaction: Transaction) throws -> SheetUpdateOutcome {
        var loaded = try LoadedCheckout(context, in: transaction)
        try loaded.requireOpen()
        if Self.isSheetEvent { try loaded.requireClientVersion() }
        let (outcome, entry) = try decide(&loaded)
        try loaded.storeTenders()
        try transaction.enqueue(outcome.session.storeChoice)
        try transaction.enqueue(entry.insert)
        return outcome
    }

    /// Runs the update without a lock: reads, decides, and stores if the row has not changed
    /// (docs/decisions/0008). Each of the two statements shares a commit with other callers'
    /// statements (docs/decisions/0007).
    ///
    /// It locks the row if another call interferes twice, or if more than the row must be read.
    package func callAsFunction(on database: Database) async throws -> SheetUpdateOutcome {
        let id = context.checkout
        do {
            for _ in 0..<2 {
                let rows = try await database.run(OptimisticCheckoutRead(checkout: id))
                guard let row = rows.first else { throw CheckoutRefusal.notFound }
                var loaded = try LoadedCheckout(context, snapshot: row)
                try loaded.requireOpen()
                if Self.isSheetEvent { try loaded.requireClientVersion() }
                let (outcome, entry) = try decide(&loaded)
                let store = outcome.session.storeChoice(
                    with: entry, ifRowVersion: try row.get("row_version"))
                let stored = try await database.run(store, groupCommit: .locking(id.uuid.low))
                if !stored.isEmpty { return outcome }
            }
        } catch is LoadedCheckout.NeedsLock {}
        return try await database.transaction { try callAsFunction(in: $0) }
    }
}

/// An optimistic read of one checkout for a caller that then decides and stores. It includes the
/// current version of the merchant's settings, and the transaction that last wrote the row, by
/// which the store detects a change.
///
/// Concurrent reads share one statement (docs/decisions/0007).
package struct OptimisticCheckoutRead: BatchStatement {
    let checkout: CheckoutSession.ID

    package init(checkout: CheckoutSession.ID) {
        self.checkout = checkout
    }

    package var groupCommit: GroupCommit { .reading }

    package static func statement(for reads: [OptimisticCheckoutRead]) -> Query {
        reads.count == 1
            ? CheckoutSession.findVersioned(reads[0].checkout)
            : CheckoutSession.findVersioned(reads.map(\.checkout))
    }
}
