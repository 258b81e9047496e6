import Postgres
import Vocabulary

/// A sheet update: the rules of its answer, and two ways to run it.
package protocol SheetVerb: Sendable {
    var question: SheetQuestion { get }
    /// True if the payment sheet asks. Otherwise the page asks before it opens the sheet, or pays
    /// without one.
    static var isOfTheSheet: Bool { get }

    /// Decides the answer of an open checkout and its timeline entry, and changes the checkout for
    /// the store.
    func decide(_ held: inout HeldSheet) throws -> (SheetAnswer, TimelineEntry)
}

extension SheetVerb {
    package static var isOfTheSheet: Bool { true }

    /// Runs the update under the checkout's row lock.
    package func callAsFunction(in transaction: Transaction) throws -> SheetAnswer {
        var held = try HeldSheet(question, in: transaction)
        try held.demandOpen()
        if Self.isOfTheSheet { try held.demandShown() }
        let (answer, entry) = try decide(&held)
        try held.keepTenders()
        try transaction.later(answer.sheet.storeChoice)
        try transaction.later(entry.insert)
        return answer
    }

    /// Runs the update without a lock: reads, decides, and stores if the row has not changed. Both
    /// statements share their commits (docs/decisions/0008).
    ///
    /// It locks the row if another call interferes twice, or if more than the row must be read.
    package func callAsFunction(on database: Database) async throws -> SheetAnswer {
        let id = question.checkout
        do {
            for _ in 0..<2 {
                let rows = try await database.run(LookToStore(checkout: id))
                guard let row = rows.first else { throw CheckoutRefusal.notFound }
                var held = try HeldSheet(question, seen: row)
                try held.demandOpen()
                if Self.isOfTheSheet { try held.demandShown() }
                let (answer, entry) = try decide(&held)
                let store = answer.sheet.storeChoice(with: entry, ifStill: try row.get("seen"))
                let stored = try await database.run(store, sharing: .locking(id.uuid.low))
                if !stored.isEmpty { return answer }
            }
        } catch is HeldSheet.NeedsLock {}
        return try await database.transaction { try callAsFunction(in: $0) }
    }
}
