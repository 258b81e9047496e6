import Postgres
import Vocabulary

/// A question of the sheet: the rules of its answer, and the two ways to ask it.
package protocol SheetVerb: Sendable {
    var question: SheetQuestion { get }

    /// The answer of an open sheet, with its entry in the timeline; the sheet becomes as it is to be
    /// stored.
    func decide(_ held: inout HeldSheet) throws -> (SheetAnswer, TimelineEntry)
}

extension SheetVerb {
    /// Asks under the sheet's lock.
    package func callAsFunction(in transaction: Transaction) throws -> SheetAnswer {
        var held = try HeldSheet(question, in: transaction)
        try held.demandOpen()
        let (answer, entry) = try decide(&held)
        try held.keepTenders()
        try transaction.later(answer.sheet.storeChoice)
        try transaction.later(entry.insert)
        return answer
    }

    /// Asks without holding a lock: looks, decides, and stores if the row is still the one that was
    /// seen. Both statements share their commits (docs/decisions/0008).
    ///
    /// Where another call came between twice, or more than the row must be read, it locks.
    package func callAsFunction(on database: Database) async throws -> SheetAnswer {
        let id = question.checkout
        do {
            for _ in 0..<2 {
                let rows = try await database.run(LookToStore(checkout: id))
                guard let row = rows.first else { throw CheckoutRefusal.notFound }
                var held = try HeldSheet(question, seen: row)
                try held.demandOpen()
                let (answer, entry) = try decide(&held)
                let store = answer.sheet.storeChoice(with: entry, ifStill: try row.get("seen"))
                let stored = try await database.run(store, sharing: .locking(id.uuid.low))
                if !stored.isEmpty { return answer }
            }
        } catch is HeldSheet.NeedsLock {}
        return try await database.transaction { try callAsFunction(in: $0) }
    }
}
