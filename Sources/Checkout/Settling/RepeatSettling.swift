import Idempotency
import Merchants
import Postgres
import Vocabulary

/// A live server is at what a repeated call began, for so many seconds more at most.
package struct StillUnderWay: Error {
    package let secondsLeft: Int
}

/// The same call again with its idempotency key: what it began is answered as it stands, or taken to
/// its end where nobody is at it.
package struct RepeatCapture: Sendable {
    package let capture: Capture.ID
    package let question: SheetQuestion
    package let lease: Duration
    package let claim: Claim?

    package init(
        capture: Capture.ID, question: SheetQuestion, lease: Duration, claim: Claim?
    ) {
        self.capture = capture
        self.question = question
        self.lease = lease
        self.claim = claim
    }

    package func callAsFunction(
        _ settling: Settling, keep: @escaping @Sendable (Settled<Capture>) -> StoredAnswer?
    ) async throws -> Settled<Capture> {
        let now = question.now
        let found = try await settling.database.transaction { transaction in
            let payment = try HeldPayment(question, in: transaction)
            guard let row = try transaction.run(Capture.find(capture)).first else {
                throw CheckoutRefusal.notFound
            }
            let capture = try Capture(row: row)
            if capture.isUnderWay {
                guard
                    try transaction.run(capture.lease(at: now, until: now.adding(lease))).first
                        != nil
                else {
                    throw StillUnderWay(
                        secondsLeft: SettlingLease.secondsLeft(
                            until: capture.leasedUntil, at: now))
                }
            }
            return Settled(capture, payment.sheet)
        }
        guard found.noun.isUnderWay else { return found }
        return try await settling.end(found, question, claim: claim, keep: keep)
    }
}

/// The same for a refund.
package struct RepeatRefund: Sendable {
    package let refund: Refund.ID
    package let question: SheetQuestion
    package let lease: Duration
    package let claim: Claim?

    package init(refund: Refund.ID, question: SheetQuestion, lease: Duration, claim: Claim?) {
        self.refund = refund
        self.question = question
        self.lease = lease
        self.claim = claim
    }

    package func callAsFunction(
        _ settling: Settling, keep: @escaping @Sendable (Settled<Refund>) -> StoredAnswer?
    ) async throws -> Settled<Refund> {
        let now = question.now
        let found = try await settling.database.transaction { transaction in
            let payment = try HeldPayment(question, in: transaction)
            guard let row = try transaction.run(Refund.find(refund)).first else {
                throw CheckoutRefusal.notFound
            }
            let refund = try Refund(row: row)
            if refund.state == .started || refund.state == .unknown {
                guard
                    try transaction.run(refund.lease(at: now, until: now.adding(lease))).first
                        != nil
                else {
                    throw StillUnderWay(
                        secondsLeft: SettlingLease.secondsLeft(until: refund.leasedUntil, at: now))
                }
            }
            return Settled(refund, payment.sheet)
        }
        guard found.noun.state == .started || found.noun.state == .unknown else { return found }
        return try await settling.end(found, question, claim: claim, keep: keep)
    }
}
