import Balances
import Checkouts
import Idempotency
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Voids the authorized amount that is not captured: all of it, or the rest after partial captures.
package struct BeginVoid: Sendable {
    package let question: SheetQuestion
    /// True if the authorization has expired; false if the merchant voids it.
    package let isExpiry: Bool
    package let lease: Duration
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        question: SheetQuestion, isExpiry: Bool = false, lease: Duration,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.question = question
        self.isExpiry = isExpiry
        self.lease = lease
        self.identify = identify
    }

    package enum Outcome: Sendable {
        case done
        /// The processor has to void; a worker does it if this server dies.
        case void(Attempt.ID)
        /// A final capture of zero.
        case capture(Settled<Capture>)

        /// True if the outcome of the payment is already stored.
        var isCertain: Bool {
            if case .capture = self { false } else { true }
        }
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        var payment = try HeldPayment(question, in: transaction)
        // A voided payment stays voided.
        if payment.sheet.state == .canceled, payment.sheet.authorized > 0 { return .done }
        let captures = try transaction.run(Capture.all(of: payment.sheet.id))
            .map(Capture.init(row:))
        // So does the rest after partial captures: the last capture was a closing one.
        if payment.sheet.state == .captured, let last = captures.last,
            last.state == .succeeded, last.isClosing
        {
            return .done
        }
        guard payment.sheet.state == .authorized else {
            throw PaymentRefusal.notAuthorized(payment.sheet.state(at: question.now))
        }
        if let other = captures.first(where: \.isUnderWay) {
            throw PaymentRefusal.captureInFlight(
                secondsLeft: SettlingLease.secondsLeft(until: other.leasedUntil, at: question.now))
        }
        payment.sheet.changedAt = question.now
        return payment.sheet.captured == 0
            ? try end(&payment, in: transaction)
            : try endRest(&payment, number: captures.count + 1, in: transaction)
    }

    /// Nothing was captured: cancels the whole payment.
    private func end(_ payment: inout HeldPayment, in transaction: Transaction) throws -> Outcome {
        let now = question.now
        try payment.lockBalances(in: transaction)
        for hold in payment.holds where hold.state == .active {
            try payment.ledger.release(hold.id)
        }
        payment.sheet.state = isExpiry ? .expired : .canceled
        if let coupon = payment.sheet.choice.coupon {
            try transaction.later(Coupon.release(coupon.id))
        }
        try tell(&payment, in: transaction)
        try payment.ledger.store(in: transaction) { identify(now) }
        try payment.store(in: transaction)
        guard var attempt = payment.attempt else { return .done }
        attempt.state = .voiding
        attempt.endedAt = nil
        attempt.leasedUntil = now.adding(lease)
        try transaction.later(attempt.storeOutcome)
        return .void(attempt.id)
    }

    /// The processor releases the rest with a capture of zero: a void would also return the
    /// captured money. An expired authorization needs no call.
    private func endRest(
        _ payment: inout HeldPayment, number: Int, in transaction: Transaction
    ) throws -> Outcome {
        let now = question.now
        let asks = !isExpiry && (payment.attempt?.capturable ?? 0) > 0
        var capture = Capture(
            id: Capture.ID(merchant: payment.sheet.id.merchant, uuid: identify(now)),
            checkout: payment.sheet.id, number: number, state: .started, amount: payment.money(0),
            card: 0, increment: 0, attempt: payment.attempt?.id, holds: [], credits: [],
            items: nil, isLast: true, failure: nil, reference: nil, startedAt: now,
            leasedUntil: now.adding(lease), endedAt: nil)
        if asks {
            try transaction.later(capture.insert)
            return .capture(Settled(capture, payment.sheet))
        }
        capture.state = .succeeded
        capture.endedAt = now
        try BookCapture(capture: capture, isReserved: false, identify: identify)(
            &payment, in: transaction)
        try tell(&payment, in: transaction)
        try payment.store(in: transaction)
        return .done
    }

    private func tell(_ payment: inout HeldPayment, in transaction: Transaction) throws {
        try payment.tell(
            isExpiry ? .checkoutAuthorizationExpired : .checkoutVoided, identify(question.now),
            in: transaction)
        try transaction.later(payment.entry(isExpiry ? .authorizationExpired : .voided).insert)
    }
}

/// Voids in three phases, like a capture.
package struct VoidPayment: Sendable {
    package let begin: BeginVoid
    package let settling: Settling

    package init(begin: BeginVoid, settling: Settling) {
        self.begin = begin
        self.settling = settling
    }

    /// - Parameters:
    ///   - isClaimed: whether an earlier call has claimed the key, without a known outcome.
    ///   - answer: the answer to store for a replay once the outcome is certain.
    package func callAsFunction(
        claim: Claim? = nil, isClaimed: Bool = false, keep answer: StoredAnswer? = nil
    ) async throws {
        let begun = try await settling.database.transaction { transaction in
            if let claim, !isClaimed { try transaction.later(claim.insertOrFail) }
            let begun = try begin(in: transaction)
            if let claim, let answer, begun.isCertain {
                try transaction.later(claim.keep(answer))
            }
            return begun
        }
        switch begun {
        case .done: return
        case .capture(let capture):
            _ = try await settling.end(capture, begin.question, claim: claim) {
                $0.noun.isUnderWay ? nil : answer
            }
        case .void(let attempt):
            do {
                _ = try await settling.processor.void(AttemptKey(attempt))
                let moment = settling.now()
                try await settling.database.transaction { transaction in
                    try EndVoid(attempt: attempt, now: moment)(in: transaction)
                }
            } catch {
                // The outcome is already stored; a worker repeats the call to the processor.
                return
            }
        }
    }
}
