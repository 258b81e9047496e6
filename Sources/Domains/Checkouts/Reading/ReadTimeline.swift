import Crypto
import Postgres
import Vocabulary

/// Reads a page of a checkout's timeline, in order, by one statement.
package struct ReadTimeline: Sendable {
    package let checkout: CheckoutSession.ID

    package let after: UUID128?
    package let limit: Int
    package let keys: KeyRing

    package init(checkout: CheckoutSession.ID, after: UUID128?, limit: Int, keys: KeyRing) {
        self.checkout = checkout
        self.after = after
        self.limit = limit
        self.keys = keys
    }

    package struct Outcome: Sendable {
        package let currency: Currency
        package let entries: [Row]
    }

    package struct Row: Sendable {
        package let entry: TimelineEntry
        /// The decrypted input of the update; nil if it has none, or once the buyer was erased.
        package let input: [UInt8]?
    }

    package func callAsFunction(on database: Database) async throws -> Outcome {
        let rows = try await database.run(
            TimelineEntry.page(of: checkout, after: after ?? .zero, limit: limit))
        guard let first = rows.first else { throw CheckoutRefusal.notFound }
        let code: String = try first.get("currency")
        guard let currency = Currency(code) else { throw StoredValueError(column: "currency") }
        let seal = try Seal.open(try first.get("data_key"), of: checkout, keys: keys)
        let isEmpty = try first.get("entry_id", as: UUID128?.self) == nil
        return Outcome(
            currency: currency,
            entries: try (isEmpty ? [] : rows).map { row in
                let entry = try TimelineEntry(row: row, of: checkout)
                let input = try entry.input.flatMap { try seal?.open($0, as: "question") }
                return Row(entry: entry, input: input)
            })
    }
}
