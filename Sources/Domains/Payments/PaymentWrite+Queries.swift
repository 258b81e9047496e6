import Balances
import Checkouts
import Idempotency
import Outbox
import Postgres
import Vocabulary

extension PaymentWrite: BatchStatement {
    package var groupCommit: GroupCommit { .locking(session.id.uuid.low) }

    private static let checkout = CheckoutSession.payment.part(
        of: PaymentWrite.self, { $0.session },
        conditions: [
            TableColumn("row_version") { $0.rowVersion },
            TableColumn("attempt_id") { $0.attempt?.id.uuid },
        ])

    /// A step that was decided without a lock is written only if neither the checkout's row has
    /// changed nor its attempt has ended since. The steps of a statement are all of one kind.
    package static func statement(for writes: [PaymentWrite]) -> Query {
        var all = PaymentStatement(
            changing: checkout, of: writes,
            where: writes.contains { $0.rowVersion != nil }
                ? """
                t.xmin = g.row_version::xid AND NOT EXISTS (
                    SELECT FROM attempts a WHERE a.merchant_id = g.merchant_id
                        AND a.attempt_id = g.attempt_id AND a.ended_at IS NOT NULL)
                """ : "true")
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
