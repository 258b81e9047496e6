import Balances
import Idempotency
import Merchants
import Postgres
import Processors
import Vocabulary

/// Puts aside what is to be given back and says what to ask the processor: the first of three phases,
/// of which `FinishRefund` is the last.
package struct BeginRefund: BeginSettlement {
    /// Where the money goes.
    package enum Target: Hashable, Sendable {
        /// To whoever paid: the card first, then the balances in reverse.
        case original
        /// To a stored balance instead; a new store credit when none is named.
        case balance(Balance.ID?)
    }

    package let question: SheetQuestion
    package let wanted: Wanted.Reading
    package let target: Target
    package let reason: String?
    package let identifier: UUID128
    /// For so long only this call works on it.
    package let lease: Duration
    package let claim: Claim?
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        question: SheetQuestion, wanted: @escaping Wanted.Reading, target: Target, reason: String?,
        identifier: UUID128, lease: Duration, claim: Claim?,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.question = question
        self.wanted = wanted
        self.target = target
        self.reason = reason
        self.identifier = identifier
        self.lease = lease
        self.claim = claim
        self.identify = identify
    }

    /// - Returns: a refund that is under way if the processor is to be asked, or an ended one.
    package func callAsFunction(in transaction: Transaction) throws -> Settled<Refund> {
        if let claim { try transaction.later(claim.insertOrFail(beginning: identifier)) }
        var payment = try HeldPayment(question, in: transaction)
        guard payment.sheet.captured > 0 else { throw PaymentRefusal.nothingToRefund }
        let refunds = try transaction.run(Refund.all(of: payment.sheet.id)).map(Refund.init(row:))
        let captures = try transaction.run(Capture.all(of: payment.sheet.id))
            .map(Capture.init(row:))
        let plan = try plan(
            try wanted(payment.sheet.total.currency), refunds, captures, &payment, in: transaction)
        let now = question.now
        let refund = Refund(
            id: Refund.ID(merchant: payment.sheet.id.merchant, uuid: identifier),
            checkout: payment.sheet.id, number: refunds.count + 1, state: .started,
            amount: payment.money(plan.amount), card: plan.card,
            attempt: plan.card > 0 ? payment.attempt?.id : nil, holds: plan.holds,
            credit: plan.credit, debits: plan.debits, items: plan.items, reason: reason,
            failure: nil, reference: nil, startedAt: now, leasedUntil: now.adding(lease),
            endedAt: nil)
        try putAside(refund, of: &payment)
        try transaction.later(refund.insert)
        guard refund.toCard == 0 else {
            try payment.ledger.store(in: transaction) { identify(now) }
            try payment.store(in: transaction)
            return Settled(refund, payment.sheet)
        }
        return try FinishRefund(
            question: question, refund: refund.id, answer: .success(.succeeded(reference: "")),
            identify: identify
        ).end(refund, &payment, in: transaction)
    }

    /// Reserves it where it comes from. Balances that the payment topped up give their part at once:
    /// it might be spent while the processor is asked.
    private func putAside(_ refund: Refund, of payment: inout HeldPayment) throws {
        payment.sheet.refunding += refund.amount.minorUnits
        payment.sheet.changedAt = question.now
        payment.attempt?.refunding += refund.card
        for part in refund.holds {
            try payment.ledger.reserve(refunding: part.amount, of: part.hold)
        }
        let cause = Transfer.Cause(
            id: refund.id.uuid, kind: .debit, checkout: payment.sheet.id.uuid)
        for part in refund.debits {
            try payment.ledger.move(
                payment.money(part.amount), from: .balance(part.balance), to: .system(.revenue),
                for: cause)
        }
    }
}
