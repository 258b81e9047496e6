import Balances
import Idempotency
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Lets go of what was authorised and not captured: all of it, or what partial captures have left.
package struct BeginVoid: Sendable {
    package let question: SheetQuestion
    /// Whether its time is over; the merchant wishes it otherwise.
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
        /// The processor is to be told; a worker does it if this server dies.
        case void(Attempt.ID)
        /// A capture of nothing, which is the last.
        case capture(Settled<Capture>)

        /// Whether it is written what becomes of the payment.
        var isCertain: Bool {
            if case .capture = self { false } else { true }
        }
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        var payment = try HeldPayment(question, in: transaction)
        // What was voided already stays so.
        if payment.sheet.state == .canceled, payment.sheet.authorized > 0 { return .done }
        let captures = try transaction.run(Capture.all(of: payment.sheet.id))
            .map(Capture.init(row:))
        // So does what partial captures had left: the last one took nothing.
        if payment.sheet.state == .captured, let last = captures.last,
            last.state == .succeeded, last.amount.minorUnits == 0
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

    /// Nothing was captured: the payment is no more.
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

    /// The processor lets the rest go with a capture of nothing: a void would give back what was
    /// captured, too. What has expired there needs no word.
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
    ///   - isClaimed: whether an earlier call has claimed the key, whose outcome was not known.
    ///   - answer: what is kept for a replay as soon as it is known what becomes of the payment.
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
                // The outcome is written already; a worker tells the processor.
                return
            }
        }
    }
}
