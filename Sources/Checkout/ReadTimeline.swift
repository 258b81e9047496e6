import Crypto
import Postgres
import Vocabulary

/// What a checkout's sheet asked and was answered, in order.
package struct ReadTimeline: Sendable {
    package let checkout: Sheet.ID

    package let after: UUID128?
    package let limit: Int
    package let keys: KeyRing

    package init(checkout: Sheet.ID, after: UUID128?, limit: Int, keys: KeyRing) {
        self.checkout = checkout
        self.after = after
        self.limit = limit
        self.keys = keys
    }

    package struct Outcome: Sendable {
        package let sheet: Sheet
        package let entries: [Row]
    }

    package struct Row: Sendable {
        package let entry: TimelineEntry
        /// What was asked; nothing once the buyer was erased.
        package let question: [UInt8]?
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        guard let row = try transaction.run(Sheet.find(checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        let sheet = try Sheet(row: row)
        let seal = try Seal.open(sheet.privacy.key, of: sheet.id, keys: keys)
        let rows = try transaction.run(
            TimelineEntry.page(of: checkout, after: after ?? .zero, limit: limit))
        return Outcome(
            sheet: sheet,
            entries: try rows.map { row in
                let entry = try TimelineEntry(row: row, of: checkout)
                let question = try entry.question.flatMap { try seal?.open($0, as: "question") }
                return Row(entry: entry, question: question)
            })
    }
}
