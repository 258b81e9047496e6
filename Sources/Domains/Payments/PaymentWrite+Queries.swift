import Balances
import Checkouts
import Idempotency
import Outbox
import Postgres
import Vocabulary

extension PaymentWrite: BatchStatement {
    package var groupCommit: GroupCommit { .locking(session.id.uuid.low) }

    /// A step that was decided without a lock is written only if neither the checkout's row has
    /// changed nor its attempt has ended since.
    package static func statement(for writes: [PaymentWrite]) -> Query {
        let read: Query = """
            (SELECT * FROM unnest(\(Array(writes.indices))::bigint[],
                \(writes.map(\.rowVersion))::text[], \(writes.map(\.attempt?.id.uuid))::uuid[])
                AS v (caller, row_version, attempt))
            """
        var all = PaymentStatement(
            changing: writes.map(\.session), of: read,
            where: """
                (s.row_version IS NULL OR t.xmin = s.row_version::xid AND (
                    SELECT true FROM attempts a WHERE a.merchant_id = t.merchant_id
                        AND a.attempt_id = s.attempt AND a.ended_at IS NOT NULL) IS NULL)
                """)
        all.add("attempts_after", Attempt.changed.update(_:of:), writes.map { list($0.attempt) })
        all.add("new_captures", Capture.stored.insert(_:of:), writes.map(\.newCaptures))
        all.add("ended_captures", Capture.changed.update(_:of:), writes.map(\.endedCaptures))
        all.add("new_refunds", Refund.stored.insert(_:of:), writes.map(\.newRefunds))
        all.add("ended_refunds", Refund.changed.update(_:of:), writes.map(\.endedRefunds))
        let ledgers = writes.map(\.ledger)
        all.add("balances_after", Balance.changed.update(_:of:), ledgers.map { $0.balances.list })
        all.add("new_holds", Hold.stored.insert(_:of:), ledgers.map { $0.newHolds.list })
        all.add("holds_after", Hold.changed.update(_:of:), ledgers.map { $0.changedHolds.list })
        all.add("booked", Transfer.stored.insert(_:of:), ledgers.map(\.transfers))
        all.add("saved", SavedCard.stored.insert(_:of:), writes.map { list($0.savedCard) })
        all.add("emitted", Event.stored.insert(_:of:), writes.map { $0.ledger.events + $0.events })
        all.add("logged", TimelineEntry.stored.insert(_:of:), writes.map(\.entries))
        all.add("answered", ClaimAnswer.stored.update(_:of:), writes.map { list($0.answer) })
        return all.query
    }

    private static func list<Item>(_ item: Item?) -> [Item] { item.map { [$0] } ?? [] }
}

extension Dictionary {
    fileprivate var list: [Value] { Array(values) }
}
