import Balances
import Checkouts
import Idempotency
import Merchants
import Postgres
import Processors
import Vocabulary

/// Reserves the amount of a refund and returns the request for the processor: the first of three
/// phases, of which `FinishRefund` is the last.
package struct BeginRefund: BeginOperation {
    /// The recipient of the refund.
    package enum Target: Hashable, Sendable {
        /// The original tenders: the card first, then the balances in reverse order.
        case original
        /// A stored balance instead; nil opens a new store credit.
        case balance(Balance.ID?)
    }

    package let context: CheckoutContext
    package let requested: RequestedAmount.Reader
    package let target: Target
    package let reason: String?
    package let identifier: UUID128
    /// The time during which only this call works on it.
    package let lease: Duration
    package let claim: Claim?

    package init(
        context: CheckoutContext, requested: @escaping RequestedAmount.Reader, target: Target,
        reason: String?, identifier: UUID128, lease: Duration, claim: Claim?
    ) {
        self.context = context
        self.requested = requested
        self.target = target
        self.reason = reason
        self.identifier = identifier
        self.lease = lease
        self.claim = claim
    }

    /// - Returns: a refund in progress if the processor has to be asked, or an ended one.
    package func callAsFunction(in transaction: Transaction) throws -> OperationResult<Refund> {
        if let claim { try transaction.enqueue(claim.insertOrFail(creating: RawUUID(identifier))) }
        var payment = try LockedPayment(context, in: transaction)
        let refunds = try transaction.run(Refund.all(of: payment.session.id)).map(Refund.init(row:))
        let captures = try transaction.run(Capture.all(of: payment.session.id))
            .map(Capture.init(row:))
        // A free item was shipped, although no money was captured.
        let isCaptured = captures.contains { $0.state == .succeeded && $0.items != nil }
        guard payment.session.captured > 0 || payment.session.state == .captured || isCaptured
        else {
            throw PaymentRefusal.nothingToRefund
        }
        let plan = try plan(
            try requested(payment.session.total.currency), refunds, captures, &payment,
            in: transaction)
        let now = context.now
        let refund = Refund(
            id: Refund.ID(merchant: payment.session.id.merchant, uuid: identifier),
            checkout: payment.session.id, number: refunds.count + 1, state: .started,
            amount: payment.money(plan.amount), card: plan.card,
            attempt: plan.card > 0 ? payment.attempt?.id : nil, holds: plan.holds,
            credit: plan.credit, debits: plan.debits, items: plan.items, reason: reason,
            failure: nil, reference: nil, startedAt: now, leasedUntil: now.adding(lease),
            endedAt: nil)
        try reserveRefund(refund, of: &payment)
        payment.write.newRefunds.append(refund)
        guard refund.toCard == 0 else {
            try payment.store(in: transaction)
            return OperationResult(refund, payment.session)
        }
        return try FinishRefund(
            context: context, refund: refund.id,
            processorResult: .success(.succeeded(reference: ""))
        ).end(refund, &payment, in: transaction)
    }

    /// Reserves the amount at its sources. Balances that the payment topped up pay their part at
    /// once: the buyer might spend it while the processor is asked.
    private func reserveRefund(_ refund: Refund, of payment: inout LockedPayment) throws {
        payment.session.refunding += refund.amount.minorUnits
        payment.session.changedAt = context.now
        payment.attempt?.refunding += refund.card
        for part in refund.holds {
            try payment.ledger.reserve(refunding: part.amount, of: part.hold)
        }
        let cause = Transfer.Cause(
            id: refund.id.uuid, kind: .debit, checkout: payment.session.id.uuid)
        for part in refund.debits {
            try payment.ledger.move(
                payment.money(part.amount), from: .balance(part.balance), to: .system(.revenue),
                for: cause)
        }
    }
}
