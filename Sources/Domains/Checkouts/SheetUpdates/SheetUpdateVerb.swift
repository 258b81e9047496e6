import Postgres
import Vocabulary

/// A sheet update: the rules of its answer, and two ways to run it.
package protocol SheetUpdateVerb: Sendable {
    var context: CheckoutContext { get }
    /// True if an open payment sheet sends the update; false if the page sends it before, or a
    /// worker runs it.
    static var isSheetEvent: Bool { get }

    /// Computes the outcome and its timeline entry, and changes `locked`; the caller stores both.
    func decide(_ locked: inout LockedCheckout) throws -> (SheetUpdateOutcome, TimelineEntry)
}

extension SheetUpdateVerb {
    package static var isSheetEvent: Bool { true }

    /// Runs the update under the checkout's row lock.
    package func callAsFunction(in transaction: Transaction) throws -> SheetUpdateOutcome {
        var locked = try LockedCheckout(context, in: transaction)
        try locked.requireOpen()
        if Self.isSheetEvent { try locked.requireClientVersion() }
        let (answer, entry) = try decide(&locked)
        try locked.storeTenders()
        try transaction.enqueue(answer.session.storeChoice)
        try transaction.enqueue(entry.insert)
        return answer
    }

    /// Runs the update without a lock: reads, decides, and stores if the row has not changed. Both
    /// statements share their commits (docs/decisions/0008).
    ///
    /// It locks the row if another call interferes twice, or if more than the row must be read.
    package func callAsFunction(on database: Database) async throws -> SheetUpdateOutcome {
        let id = context.checkout
        do {
            for _ in 0..<2 {
                let rows = try await database.run(OptimisticCheckoutRead(checkout: id))
                guard let row = rows.first else { throw CheckoutRefusal.notFound }
                var locked = try LockedCheckout(context, snapshot: row)
                try locked.requireOpen()
                if Self.isSheetEvent { try locked.requireClientVersion() }
                let (answer, entry) = try decide(&locked)
                let store = answer.session.storeChoice(
                    with: entry, ifRowVersion: try row.get("seen"))
                let stored = try await database.run(store, groupCommit: .locking(id.uuid.low))
                if !stored.isEmpty { return answer }
            }
        } catch is LockedCheckout.NeedsLock {}
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

    package static func statement(for looks: [OptimisticCheckoutRead]) -> Query {
        looks.count == 1
            ? CheckoutSession.findVersioned(looks[0].checkout)
            : CheckoutSession.findVersioned(looks.map(\.checkout))
    }
}
