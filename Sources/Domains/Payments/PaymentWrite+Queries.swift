import Balances
import Checkouts
import Idempotency
import Outbox
import Postgres
import Vocabulary

extension PaymentWrite: BatchStatement {
    package var groupCommit: GroupCommit { .locking(session.id.uuid.low) }

    /// Each step is written with all its rows, or without any if its checkout has changed since it
    /// was read. A table without rows has no part in the statement.
    package static func statement(for writes: [PaymentWrite]) -> Query {
        var parts = WriteParts(writes)
        parts.add("attempt", Attempt.changed.update(_:of:)) { $0.attempt.map { [$0] } ?? [] }
        parts.add("new_captures", Capture.stored.insert(_:of:)) { $0.newCaptures }
        parts.add("ended_captures", Capture.changed.update(_:of:)) { $0.endedCaptures }
        parts.add("new_refunds", Refund.stored.insert(_:of:)) { $0.newRefunds }
        parts.add("ended_refunds", Refund.changed.update(_:of:)) { $0.endedRefunds }
        parts.add("balances", Balance.changed.update(_:of:)) { Array($0.ledger.balances.values) }
        parts.add("new_holds", Hold.stored.insert(_:of:)) { Array($0.ledger.newHolds.values) }
        parts.add("holds", Hold.changed.update(_:of:)) { Array($0.ledger.changedHolds.values) }
        parts.add("transfers", Transfer.stored.insert(_:of:)) { $0.ledger.transfers }
        parts.add("saved_cards", SavedCard.stored.insert(_:of:)) { $0.savedCard.map { [$0] } ?? [] }
        parts.add("events", Event.stored.insert(_:of:)) { $0.ledger.events + $0.events }
        parts.add("entries", TimelineEntry.stored.insert(_:of:)) { $0.entries }
        parts.add("answers", ClaimAnswer.stored.update(_:of:)) { $0.answer.map { [$0] } ?? [] }
        return parts.statement
    }
}

/// The parts of the statement that writes payments.
private struct WriteParts {
    private let writes: [PaymentWrite]
    private var parts: [Query] = []

    init(_ writes: [PaymentWrite]) {
        self.writes = writes
    }

    /// Adds the rows of a table, unless no payment has one.
    mutating func add<Item>(
        _ name: StaticString, _ write: ([(caller: Int, item: Item)], Query) -> Query,
        _ items: (PaymentWrite) -> [Item]
    ) {
        let placed = writes.enumerated().flatMap { caller, payment in
            items(payment).map { (caller: caller, item: $0) }
        }
        guard !placed.isEmpty else { return }
        parts.append("\(raw: name.description) AS (\(write(placed, "written")))")
    }

    var statement: Query {
        let all = Query.joined(["written AS (\(checkouts))"] + parts, separator: ", ")
        return "WITH \(all) SELECT caller FROM written"
    }

    /// A step that was decided without a lock is written only if neither the checkout's row has
    /// changed nor its attempt has ended since.
    private var checkouts: Query {
        let sessions = writes.enumerated().map { (caller: $0.offset, item: $0.element.session) }
        let versions: Query = """
            (SELECT * FROM unnest(\(Array(writes.indices))::bigint[],
                \(writes.map(\.rowVersion))::text[], \(writes.map(\.attempt?.id.uuid))::uuid[]) AS v (caller, row_version, attempt))
            """
        let isUnchanged: Query = """
            (s.row_version IS NULL OR t.xmin = s.row_version::xid AND NOT EXISTS (
                SELECT FROM attempts a WHERE a.merchant_id = t.merchant_id
                    AND a.attempt_id = s.attempt AND a.ended_at IS NOT NULL))
            """
        let update = CheckoutSession.payment.update(sessions, of: versions, where: isUnchanged)
        return "\(update) RETURNING s.caller"
    }
}
