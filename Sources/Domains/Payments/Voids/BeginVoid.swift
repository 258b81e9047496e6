import Balances
import Checkouts
import Idempotency
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Voids the authorized amount that is not captured: all of it, or the rest after partial captures.
package struct BeginVoid: Verb {
    package let context: CheckoutContext
    /// True if the authorization has expired; false if the merchant voids it.
    package let isExpiry: Bool
    package let lease: Duration

    package init(context: CheckoutContext, isExpiry: Bool = false, lease: Duration) {
        self.context = context
        self.isExpiry = isExpiry
        self.lease = lease
    }

    package enum Outcome: Sendable {
        case done
        /// The processor has to void; a worker does it if this server dies.
        case void(Attempt.ID)
        /// A final capture of zero.
        case capture(OperationResult<Capture>)

        /// True if the outcome of the payment is already stored.
        var isCertain: Bool {
            if case .capture = self { false } else { true }
        }
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        var payment = try LockedPayment(context, in: transaction)
        // A voided payment stays voided.
        if payment.session.state == .canceled, payment.session.authorized > 0 { return .done }
        let captures = try transaction.run(Capture.all(of: payment.session.id))
            .map(Capture.init(row:))
        // So does the rest after partial captures, which a capture of zero has released.
        if payment.session.state == .captured, let last = captures.last,
            last.state == .succeeded, last.voidsRemainder(of: payment.session)
        {
            return .done
        }
        guard payment.session.state == .authorized else {
            throw PaymentRefusal.notAuthorized(payment.session.state(at: context.now))
        }
        if let other = captures.first(where: \.isUnderWay) {
            throw PaymentRefusal.captureInFlight(
                secondsLeft: OperationLease.secondsLeft(until: other.leasedUntil, at: context.now))
        }
        payment.session.changedAt = context.now
        return payment.session.captured == 0
            ? try end(&payment, in: transaction)
            : try voidRemainder(&payment, number: captures.count + 1, in: transaction)
    }

    /// Nothing was captured: cancels the whole payment.
    private func end(_ payment: inout LockedPayment, in transaction: Transaction) throws -> Outcome
    {
        let now = context.now
        // Lock order: the coupon, then the balances, as an authorization locks them.
        payment.write.coupon = try payment.session.lockCoupon(in: transaction)?.released
        try payment.lockBalances(in: transaction)
        for hold in payment.holds where hold.state == .active {
            try payment.ledger.release(hold.id)
        }
        payment.session.state = isExpiry ? .expired : .canceled
        emit(&payment)
        payment.attempt?.state = .voiding
        payment.attempt?.endedAt = nil
        payment.attempt?.leasedUntil = now.adding(lease)
        try payment.store(in: transaction)
        return payment.attempt.map { .void($0.id) } ?? .done
    }

    /// The processor releases the rest with a capture of zero: a void would also return the
    /// captured money. An expired authorization needs no call.
    private func voidRemainder(
        _ payment: inout LockedPayment, number: Int, in transaction: Transaction
    ) throws -> Outcome {
        let now = context.now
        let asks = !isExpiry && (payment.attempt?.capturable ?? 0) > 0
        var capture = Capture(
            id: Capture.ID(merchant: payment.session.id.merchant, uuid: context.identifier()),
            checkout: payment.session.id, number: number, state: .started, amount: payment.money(0),
            card: 0, increment: 0, attempt: payment.attempt?.id, holds: [], credits: [], items: nil,
            isLast: true, failure: nil, reference: nil, startedAt: now,
            leasedUntil: now.adding(lease), endedAt: nil)
        if asks {
            payment.write.newCaptures.append(capture)
            try payment.store(in: transaction)
            return .capture(OperationResult(capture, payment.session))
        }
        capture.state = .succeeded
        capture.endedAt = now
        try PostCapture(capture: capture, isReserved: false)(&payment, in: transaction)
        emit(&payment)
        try payment.store(in: transaction)
        return .done
    }

    private func emit(_ payment: inout LockedPayment) {
        payment.emit(isExpiry ? .checkoutAuthorizationExpired : .checkoutVoided)
        payment.log(isExpiry ? .authorizationExpired : .voided)
    }
}
