import Balances
import Checkouts
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Stores the outcome of a refund. The merchant's call, the worker and a processor notice all
/// run it; a second caller gets the first one's result.
package struct FinishRefund: Verb {
    package let context: CheckoutContext
    package let refund: Refund.ID
    package let processorResult: Result<RefundOutcome, ProcessorFault>

    package func callAsFunction(in transaction: Transaction) throws -> OperationResult<Refund> {
        var payment = try LockedPayment(context, in: transaction)
        guard let row = try transaction.run(Refund.lock(refund)).first else {
            throw CheckoutRefusal.notFound
        }
        let refund = try Refund(row: row)
        guard refund.isUnderWay else { return OperationResult(refund, payment.session) }
        return try end(refund, &payment, in: transaction)
    }

    func end(_ old: Refund, _ payment: inout LockedPayment, in transaction: Transaction) throws
        -> OperationResult<Refund>
    {
        let now = context.now
        var refund = old
        switch processorResult {
        case .failure:
            // Even if this request was never sent, an earlier one with the same key may have been.
            if refund.state == .started { refund.state = .unknown }
            refund.leasedUntil = now.adding(seconds: OperationLease.retrySeconds)
            try transaction.enqueue(refund.storeOutcome)
            return OperationResult(refund, payment.session)
        case .success(.pending(let reference)):
            refund.state = .pending
            refund.reference = reference
            refund.leasedUntil = now.adding(seconds: OperationLease.pendingSeconds)
            payment.write.record(refund)
            if old.state != .pending { payment.emit(.refundPending, EventDetail(refund)) }
            try payment.store(in: transaction)
            return OperationResult(refund, payment.session)
        case .success(.succeeded(let reference)):
            refund.state = .succeeded
            refund.reference = reference.isEmpty ? nil : reference
            refund.endedAt = now
            try post(refund, of: &payment, in: transaction)
            payment.emit(.refundSucceeded, EventDetail(refund))
            payment.log(.refunded)
        case .success(.failed(let reason)):
            refund.state = .failed
            refund.failure = reason.rawValue
            refund.endedAt = now
            try releaseReservedRefund(refund, to: &payment, in: transaction)
            try payment.bookDisputedAmount(in: transaction)
            payment.emit(.refundFailed, EventDetail(refund))
            payment.log(.refundFailed, errors: [reason.rawValue])
        }
        payment.write.record(refund)
        try payment.store(in: transaction)
        return OperationResult(refund, payment.session)
    }

    private func post(
        _ refund: Refund, of payment: inout LockedPayment, in transaction: Transaction
    ) throws {
        try payment.lockBalances(
            refund.credit.map { [$0.balance] } ?? [], in: transaction)
        let cause = Transfer.Cause(
            id: refund.id.uuid, kind: .refund, checkout: payment.session.id.uuid)
        if refund.card > 0 {
            let account: Account =
                if refund.toCard == 0, let credit = refund.credit {
                    .balance(credit.balance)
                } else {
                    .system(.processor)
                }
            try payment.ledger.move(
                payment.money(refund.card), from: .system(.revenue), to: account, for: cause)
        }
        for (part, isDiverted) in refund.toHolds {
            try payment.ledger.refund(
                part.amount, of: part.hold, to: isDiverted ? refund.credit?.balance : nil,
                for: cause, reserved: true)
        }
        payment.session.refunding -= refund.amount.minorUnits
        payment.session.refunded += refund.amount.minorUnits
        payment.attempt?.refunding -= refund.card
        payment.attempt?.refunded += refund.card
        if payment.session.state == .captured {
            payment.session.state = payment.session.stateFromAmounts
        }
        payment.session.changedAt = context.now
    }

    /// Releases the reserved amount, and returns the debits to the balances.
    private func releaseReservedRefund(
        _ refund: Refund, to payment: inout LockedPayment, in transaction: Transaction
    ) throws {
        payment.session.refunding -= refund.amount.minorUnits
        payment.session.changedAt = context.now
        payment.attempt?.refunding -= refund.card
        for part in refund.holds {
            try payment.ledger.reserve(refunding: -part.amount, of: part.hold)
        }
        guard !refund.debits.isEmpty else { return }
        try payment.lockBalances(refund.debits.map(\.balance), in: transaction)
        let cause = Transfer.Cause(
            id: refund.id.uuid, kind: .credit, checkout: payment.session.id.uuid)
        for part in refund.debits {
            try payment.ledger.move(
                payment.money(part.amount), from: .system(.revenue), to: .balance(part.balance),
                for: cause)
        }
    }
}
