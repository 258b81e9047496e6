import Idempotency
import Merchants
import Postgres
import Processors
import Vocabulary

/// Gives back in three phases: put aside, ask the processor, book. Nothing is awaited under a lock, and
/// at any point the server may die: a worker or the repeated call takes it to its end.
package struct RefundPayment: Sendable {
    package let begin: BeginRefund
    package let settling: Settling

    package init(begin: BeginRefund, settling: Settling) {
        self.begin = begin
        self.settling = settling
    }

    /// - Parameter keep: what is stored for a replay, in the same commit; nothing while it is under way.
    package func callAsFunction(
        keep: @escaping @Sendable (Settled<Refund>) -> StoredAnswer?
    ) async throws -> Settled<Refund> {
        let claim = begin.claim
        let begun = try await settling.database.transaction { transaction in
            let begun = try begin(in: transaction)
            if let claim, let answer = keep(begun) { try transaction.later(claim.keep(answer)) }
            return begun
        }
        guard begun.noun.isUnderWay else { return begun }
        return try await settling.end(begun, begin.question, claim: claim, keep: keep)
    }
}
