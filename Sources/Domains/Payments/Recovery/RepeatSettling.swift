import Checkouts
import Idempotency
import Merchants
import Postgres
import Vocabulary

/// A live server still processes the operation of a repeated call, for at most this many seconds.
package struct StillUnderWay: Error {
    package let secondsLeft: Int
}

/// Handles the same call again with its idempotency key: returns the operation that it started, or
/// finishes it if no server has the lease.
package struct RepeatSettling<Noun: Settlement>: Sendable {
    package let id: Identifier<Noun>
    package let question: SheetQuestion
    package let lease: Duration
    package let claim: Claim?

    package init(_ id: Identifier<Noun>, question: SheetQuestion, lease: Duration, claim: Claim?) {
        self.id = id
        self.question = question
        self.lease = lease
        self.claim = claim
    }

    package func callAsFunction(
        _ settling: Settling, keep: @escaping @Sendable (Settled<Noun>) -> StoredAnswer?
    ) async throws -> Settled<Noun> {
        let found = try await settling.database.transaction { try find(in: $0) }
        guard found.noun.isUnanswered else { return found }
        return try await settling.end(found, question, claim: claim, keep: keep)
    }

    private func find(in transaction: Transaction) throws -> Settled<Noun> {
        let now = question.now
        let payment = try HeldPayment(question, in: transaction)
        guard let row = try transaction.run(Noun.find(id)).first else {
            throw CheckoutRefusal.notFound
        }
        let noun = try Noun(row: row)
        if noun.isUnanswered {
            let lease = noun.lease(at: now, until: now.adding(lease))
            guard try transaction.run(lease).first != nil else {
                throw StillUnderWay(
                    secondsLeft: SettlingLease.secondsLeft(until: noun.leasedUntil, at: now))
            }
        }
        return Settled(noun, payment.sheet)
    }
}
