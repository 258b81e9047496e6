import Balances
import Checkouts
import Idempotency
import Merchants
import Outbox
import Postgres
import Vocabulary

extension PaymentWrite: BatchStatement {
    var groupCommit: GroupCommit { .locking(session.id.uuid.low) }

    /// Queues the rows of a step that was decided under locks.
    func store(in transaction: Transaction) throws {
        try transaction.enqueue(PaymentWrite.statement(for: [self]))
    }

    private static let checkout = CheckoutSession.payment.part(
        of: PaymentWrite.self, { $0.session },
        conditions: [
            TableColumn("row_version") { $0.rowVersion },
            TableColumn("attempt_id") { $0.attempt?.id.uuid },
        ])

    /// A step that was decided without a lock is written only if neither the checkout's row has
    /// changed nor its attempt has ended since. The steps of a statement are all of one kind.
    static func statement(for writes: [PaymentWrite]) -> Query {
        var all = PaymentStatement(
            changing: checkout, of: writes,
            where: writes.contains { $0.rowVersion != nil }
                ? """
                t.xmin = g.row_version::xid AND NOT EXISTS (
                    SELECT FROM attempts a WHERE a.merchant_id = g.merchant_id
                        AND a.attempt_id = g.attempt_id AND a.ended_at IS NOT NULL)
                """ : "true")
        all.update("attempts_after", Attempt.changed, writes.map { $0.attempt.list })
        all.insert("new_captures", Capture.stored, writes.map(\.newCaptures))
        all.update("ended_captures", Capture.changed, writes.map(\.endedCaptures))
        all.insert("new_refunds", Refund.stored, writes.map(\.newRefunds))
        all.update("ended_refunds", Refund.changed, writes.map(\.endedRefunds))
        all.update("coupons_after", Coupon.redeemed, writes.map { $0.coupon.list })
        let ledgers = writes.map(\.ledger)
        all.update("balances_after", Balance.changed, lastBalances(of: ledgers))
        all.insert("new_holds", Hold.stored, ledgers.map { $0.newHolds.list })
        all.update("holds_after", Hold.changed, ledgers.map { $0.changedHolds.list })
        all.insert("booked", Transfer.stored, ledgers.map(\.transfers))
        all.insert("saved", SavedCard.stored, writes.map { $0.savedCard.list })
        all.insert("emitted", Event.stored, writes.map { $0.ledger.events + $0.events })
        all.insert("logged", TimelineEntry.stored, writes.map(\.entries))
        all.insert("claimed", NewClaim.stored, writes.map { $0.claim.list })
        all.update("answered", ClaimAnswer.stored, writes.map { $0.answer.list })
        return all.query
    }

    /// The balances after all steps: of steps that change the same balance, the last one has its
    /// state. Steps that change balances have locked all their rows, so that all of them are
    /// written.
    private static func lastBalances(of ledgers: [LedgerRows]) -> [[Balance]] {
        var seen: Set<Balance.ID> = []
        return ledgers.reversed().map { rows in
            rows.balances.values.filter { seen.insert($0.id).inserted }
        }.reversed()
    }
}

extension Optional {
    /// The value as a list.
    var list: [Wrapped] { map { [$0] } ?? [] }
}

extension Dictionary {
    fileprivate var list: [Value] { Array(values) }
}
