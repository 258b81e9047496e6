import Balances
import Carts
import Checkouts
import Idempotency
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Reserves the amount of a capture and returns the request for the processor: the first of three
/// phases, of which `FinishCapture` is the last.
package struct BeginCapture: BeginSettlement {
    package let question: SheetQuestion
    package let wanted: Wanted.Reading
    /// True if the rest of the authorization is released.
    package let isFinal: Bool
    /// True if all shares of a shared order are authorized and captured together.
    package let isTogether: Bool
    package let identifier: UUID128
    /// How long only this call works on it.
    package let lease: Duration
    package let claim: Claim?
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        question: SheetQuestion, wanted: @escaping Wanted.Reading, isFinal: Bool,
        isTogether: Bool = false, identifier: UUID128, lease: Duration, claim: Claim?,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.question = question
        self.wanted = wanted
        self.isFinal = isFinal
        self.isTogether = isTogether
        self.identifier = identifier
        self.lease = lease
        self.claim = claim
        self.identify = identify
    }

    /// - Returns: a capture in progress if the processor has to be asked, or an ended one.
    package func callAsFunction(in transaction: Transaction) throws -> Settled<Capture> {
        if let claim { try transaction.later(claim.insertOrFail(beginning: identifier)) }
        var payment = try HeldPayment(question, in: transaction)
        return try begin(&payment, in: transaction)
    }

    func begin(_ payment: inout HeldPayment, in transaction: Transaction) throws
        -> Settled<Capture>
    {
        let captures = try transaction.run(Capture.all(of: payment.sheet.id))
            .map(Capture.init(row:))
        let wanted = try wanted(payment.sheet.total.currency)
        guard
            try payment.sheet.state == .authorized
                || isFree(wanted, captures, payment, in: transaction)
        else { throw PaymentRefusal.notAuthorized(payment.sheet.state(at: question.now)) }
        guard payment.sheet.request.sharedOrder == nil || isTogether else {
            throw PaymentRefusal.takenTogether
        }
        guard !payment.sheet.totalIsPending else { throw PaymentRefusal.totalPending }
        let plan = try plan(wanted, captures, &payment, in: transaction)
        return try begin(plan, &payment, number: captures.count + 1, in: transaction)
    }

    private func begin(
        _ plan: CapturePlan, _ payment: inout HeldPayment, number: Int,
        in transaction: Transaction
    ) throws -> Settled<Capture> {
        let now = question.now
        let asksProcessor =
            plan.card > 0 || (plan.isLast && payment.attempt?.leftover(plan) == true)
        var capture = Capture(
            id: Capture.ID(merchant: payment.sheet.id.merchant, uuid: identifier),
            checkout: payment.sheet.id, number: number, state: .started,
            amount: payment.money(plan.amount), card: plan.card, increment: plan.increment,
            attempt: asksProcessor ? payment.attempt?.id : nil, holds: plan.holds,
            credits: plan.credits, items: plan.items, isLast: plan.isLast, failure: nil,
            reference: nil, startedAt: now, leasedUntil: now.adding(lease), endedAt: nil)
        guard asksProcessor else {
            capture.state = .succeeded
            capture.endedAt = now
            try BookCapture(capture: capture, isReserved: false, identify: identify)(
                &payment, in: transaction)
            try payment.tell(
                .checkoutCaptured, identify(now), EventDetail(capture), in: transaction)
            try payment.store(in: transaction)
            try transaction.later(payment.entry(.captured).insert)
            return Settled(capture, payment.sheet)
        }
        payment.sheet.capturing += capture.reserved
        payment.attempt?.capturing += plan.card - plan.increment
        for part in plan.holds {
            try payment.ledger.reserve(capturing: part.amount, of: part.hold)
        }
        payment.sheet.changedAt = now
        try transaction.later(capture.insert)
        try payment.ledger.store(in: transaction) { identify(now) }
        try payment.store(in: transaction)
        return Settled(capture, payment.sheet)
    }
}

extension Attempt {
    /// True if the processor still holds money after the capture and has to release it.
    fileprivate func leftover(_ plan: CapturePlan) -> Bool { capturable > plan.card }
}
