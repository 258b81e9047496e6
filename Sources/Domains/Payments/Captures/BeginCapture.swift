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
package struct BeginCapture: BeginOperation {
    package let context: CheckoutContext
    package let requested: RequestedAmount.Reader
    /// True if the rest of the authorization is released.
    package let isFinal: Bool
    /// True if all shares of a shared order are authorized and captured together.
    package let isSharedOrderCapture: Bool
    package let identifier: UUID128
    /// The time during which only this call works on it.
    package let lease: Duration
    package let claim: Claim?

    package init(
        context: CheckoutContext, requested: @escaping RequestedAmount.Reader, isFinal: Bool,
        isSharedOrderCapture: Bool = false, identifier: UUID128, lease: Duration, claim: Claim?
    ) {
        self.context = context
        self.requested = requested
        self.isFinal = isFinal
        self.isSharedOrderCapture = isSharedOrderCapture
        self.identifier = identifier
        self.lease = lease
        self.claim = claim
    }

    /// - Returns: a capture in progress if the processor has to be asked, or an ended one.
    package func callAsFunction(in transaction: Transaction) throws -> OperationResult<Capture> {
        if let claim { try transaction.enqueue(claim.insertOrFail(creating: RawUUID(identifier))) }
        var payment = try LockedPayment(context, in: transaction)
        return try begin(&payment, in: transaction)
    }

    func begin(_ payment: inout LockedPayment, in transaction: Transaction) throws
        -> OperationResult<Capture>
    {
        let captures = try transaction.run(Capture.all(of: payment.session.id))
            .map(Capture.init(row:))
        let requested = try requested(payment.session.total.currency)
        guard
            try payment.session.state == .authorized
                || isFree(requested, captures, payment, in: transaction)
        else { throw PaymentRefusal.notAuthorized(payment.session.state(at: context.now)) }
        guard payment.session.request.sharedOrder == nil || isSharedOrderCapture else {
            throw PaymentRefusal.capturedTogether
        }
        guard !payment.session.totalIsPending else { throw PaymentRefusal.totalPending }
        let plan = try plan(requested, captures, &payment, in: transaction)
        return try begin(plan, &payment, number: captures.count + 1, in: transaction)
    }

    private func begin(
        _ plan: CapturePlan, _ payment: inout LockedPayment, number: Int,
        in transaction: Transaction
    ) throws -> OperationResult<Capture> {
        let now = context.now
        let asksProcessor =
            plan.card > 0 || (plan.isLast && payment.attempt?.leftover(plan) == true)
        var capture = Capture(
            id: Capture.ID(merchant: payment.session.id.merchant, uuid: identifier),
            checkout: payment.session.id, number: number, state: .started,
            amount: payment.money(plan.amount), card: plan.card, increment: plan.increment,
            attempt: asksProcessor ? payment.attempt?.id : nil, holds: plan.holds,
            credits: plan.credits, items: plan.items, isLast: plan.isLast, failure: nil,
            reference: nil, startedAt: now, leasedUntil: now.adding(lease), endedAt: nil)
        guard asksProcessor else {
            capture.state = .succeeded
            capture.endedAt = now
            try PostCapture(capture: capture, isReserved: false)(&payment, in: transaction)
            payment.emit(.checkoutCaptured, EventDetail(capture))
            payment.log(.captured)
            try payment.store(in: transaction)
            return OperationResult(capture, payment.session)
        }
        payment.session.capturing += capture.reserved
        payment.attempt?.capturing += plan.card - plan.increment
        for part in plan.holds {
            try payment.ledger.reserve(capturing: part.amount, of: part.hold)
        }
        payment.session.changedAt = now
        payment.write.newCaptures.append(capture)
        try payment.store(in: transaction)
        return OperationResult(capture, payment.session)
    }
}

extension Attempt {
    /// True if authorized money is left after the capture, which the processor has to release.
    fileprivate func leftover(_ plan: CapturePlan) -> Bool { capturable > plan.card }
}
