import Balances
import Checkouts
import Merchants
import Postgres
import Vocabulary

extension LockedPayment {
    /// Books money of a dispute that is not booked yet: a refund of it was in progress when the
    /// dispute arrived, and failed afterwards.
    mutating func bookDisputedAmount(_ dispute: inout Dispute, in transaction: Transaction) throws {
        let remaining = session.captured - session.refunded - session.refunding - session.disputed
        guard dispute.state == .opened, let attempt, attempt.id == dispute.attempt,
            dispute.amount.currency == session.total.currency
        else { return }
        let more = min(
            dispute.amount.minorUnits - dispute.taken - dispute.uncovered, attempt.refundable,
            remaining)
        guard more > 0 else { return }
        let bookings: Int64 =
            try transaction.run(dispute.bookings).first?.get("bookings") ?? 0
        session.disputed += more
        self.attempt?.disputed += more
        dispute.taken += more
        try ledger.move(
            money(more), from: .system(.disputed), to: .system(.processor),
            for: Transfer.Cause(
                id: dispute.id.uuid, kind: .disputeOpened, checkout: session.id.uuid,
                reference: dispute.reference, firstPart: Int(bookings)))
        try transaction.enqueue(dispute.storeOutcome)
    }

    /// Freezes the balances that a capture topped up, and books the open disputes. The outcome of
    /// the capture became known after its dispute.
    mutating func bookDisputedAmount(of capture: Capture, in transaction: Transaction) throws {
        for balance in Set(capture.credits.map(\.balance)) where ledger.balances[balance] != nil {
            try ledger.freeze(balance, as: .dispute)
        }
        try bookDisputedAmount(in: transaction)
    }

    /// Does the same for all open disputes.
    mutating func bookDisputedAmount(in transaction: Transaction) throws {
        guard session.captured > session.refunded else { return }
        for row in try transaction.run(Dispute.all(of: session.id)) {
            var dispute = try Dispute(row: row)
            try bookDisputedAmount(&dispute, in: transaction)
        }
    }
}
