import Balances
import Checkouts
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Stores the outcome of a refund. The merchant's call, the worker and a processor's webhook all
/// run it; a second caller gets the first one's result.
package struct FinishRefund: Sendable {
    package let question: SheetQuestion
    package let refund: Refund.ID
    package let answer: Result<RefundOutcome, ProcessorFault>
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        question: SheetQuestion, refund: Refund.ID, answer: Result<RefundOutcome, ProcessorFault>,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.question = question
        self.refund = refund
        self.answer = answer
        self.identify = identify
    }

    package func callAsFunction(in transaction: Transaction) throws -> Settled<Refund> {
        var payment = try HeldPayment(question, in: transaction)
        guard let row = try transaction.run(Refund.lock(refund)).first else {
            throw CheckoutRefusal.notFound
        }
        let refund = try Refund(row: row)
        guard refund.isUnderWay else { return Settled(refund, payment.sheet) }
        return try end(refund, &payment, in: transaction)
    }

    func end(_ old: Refund, _ payment: inout HeldPayment, in transaction: Transaction) throws
        -> Settled<Refund>
    {
        let now = question.now
        var refund = old
        switch answer {
        case .failure:
            // Also if the request may not have left, because an earlier one with the same key may
            // have.
            if refund.state == .started { refund.state = .unknown }
            refund.leasedUntil = now.adding(seconds: SettlingLease.askAgainSeconds)
            try transaction.later(refund.storeOutcome)
            return Settled(refund, payment.sheet)
        case .success(.pending(let reference)):
            refund.state = .pending
            refund.reference = reference
            refund.leasedUntil = now.adding(seconds: SettlingLease.pendingSeconds)
            try transaction.later(refund.storeOutcome)
            if old.state != .pending {
                try payment.tell(
                    .refundPending, identify(now), EventDetail(refund), in: transaction)
            }
            try payment.store(in: transaction)
            return Settled(refund, payment.sheet)
        case .success(.succeeded(let reference)):
            refund.state = .succeeded
            refund.reference = reference.isEmpty ? nil : reference
            refund.endedAt = now
            try book(refund, of: &payment, in: transaction)
            try payment.tell(.refundSucceeded, identify(now), EventDetail(refund), in: transaction)
            try transaction.later(payment.entry(.refunded).insert)
        case .success(.failed(let reason)):
            refund.state = .failed
            refund.failure = reason.rawValue
            refund.endedAt = now
            try giveBack(refund, to: &payment, in: transaction)
            try payment.takeDisputed(in: transaction)
            try payment.tell(.refundFailed, identify(now), EventDetail(refund), in: transaction)
            try transaction.later(payment.entry(.refundFailed, errors: [reason.rawValue]).insert)
        }
        try payment.ledger.store(in: transaction) { identify(now) }
        try transaction.later(refund.storeOutcome)
        try payment.store(in: transaction)
        return Settled(refund, payment.sheet)
    }

    private func book(
        _ refund: Refund, of payment: inout HeldPayment, in transaction: Transaction
    ) throws {
        try payment.lockBalances(
            refund.credit.map { [$0.balance] } ?? [], in: transaction)
        let cause = Transfer.Cause(
            id: refund.id.uuid, kind: .refund, checkout: payment.sheet.id.uuid)
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
        payment.sheet.refunding -= refund.amount.minorUnits
        payment.sheet.refunded += refund.amount.minorUnits
        payment.attempt?.refunding -= refund.card
        payment.attempt?.refunded += refund.card
        if payment.sheet.state == .captured { payment.sheet.state = payment.sheet.settledState }
        payment.sheet.changedAt = question.now
    }

    /// Releases the reserved amount, and returns the debits to the balances.
    private func giveBack(
        _ refund: Refund, to payment: inout HeldPayment, in transaction: Transaction
    ) throws {
        payment.sheet.refunding -= refund.amount.minorUnits
        payment.sheet.changedAt = question.now
        payment.attempt?.refunding -= refund.card
        for part in refund.holds {
            try payment.ledger.reserve(refunding: -part.amount, of: part.hold)
        }
        guard !refund.debits.isEmpty else { return }
        try payment.lockBalances(refund.debits.map(\.balance), in: transaction)
        let cause = Transfer.Cause(
            id: refund.id.uuid, kind: .credit, checkout: payment.sheet.id.uuid)
        for part in refund.debits {
            try payment.ledger.move(
                payment.money(part.amount), from: .system(.revenue), to: .balance(part.balance),
                for: cause)
        }
    }
}
