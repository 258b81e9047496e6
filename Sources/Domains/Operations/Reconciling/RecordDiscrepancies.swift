import JSON
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Stores the discrepancies that were found, and emits an event to the merchant for each new or
/// reopened one.
struct RecordDiscrepancies: Verb {
    let found: [Discrepancy]
    let moment: Moment

    func callAsFunction(in transaction: Transaction) throws {
        // In a fixed order, so that two comparisons at once wait for each other.
        for discrepancy in found.sorted(by: Self.isBefore) {
            let upsert = discrepancy.upsert(as: moment.identifier(), at: moment.now)
            guard let row = try transaction.run(upsert).first, try row.get("must_notify") else {
                continue
            }
            try transaction.enqueue(event(of: discrepancy, row).insert)
        }
    }

    private static func isBefore(_ one: Discrepancy, _ other: Discrepancy) -> Bool {
        (one.key.text, one.kind.rawValue, one.reference ?? "")
            < (other.key.text, other.kind.rawValue, other.reference ?? "")
    }

    private func event(of discrepancy: Discrepancy, _ row: Row) throws -> Event {
        let merchant = discrepancy.merchant
        let id = Discrepancy.ID(merchant: merchant, uuid: try row.get("discrepancy_id"))
        let number: Int32 = try row.get("events")
        let foundAt: Instant = try row.get("found_at")
        return Event(
            id: Event.ID(merchant: merchant, uuid: moment.identifier()),
            type: .reconciliationDiscrepancy, object: id.text, sequence: Int(number),
            data: Writer.write { body in
                body.member("id", id.text)
                discrepancy.write(membersTo: &body)
                body.member("foundAt", foundAt.rfc3339)
            }, at: moment.now)
    }
}
