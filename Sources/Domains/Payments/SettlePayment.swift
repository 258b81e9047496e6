import Checkouts
import Idempotency
import Merchants
import Postgres

/// The first phase of a capture or refund.
package protocol BeginSettlement: Sendable {
    associatedtype Noun: Settlement

    var question: SheetQuestion { get }
    var claim: Claim? { get }

    /// - Returns: one in progress if the processor has to be asked, or an ended one.
    func callAsFunction(in transaction: Transaction) throws -> Settled<Noun>
}

/// Captures or refunds in all three phases.
package struct SettlePayment<Begin: BeginSettlement>: Sendable {
    package let begin: Begin
    package let settling: Settling

    package init(_ begin: Begin, _ settling: Settling) {
        self.begin = begin
        self.settling = settling
    }

    /// - Parameter keep: returns the answer to store for a replay, in the same commit; nil while it
    ///   is in progress.
    package func callAsFunction(
        keep: @escaping @Sendable (Settled<Begin.Noun>) -> StoredAnswer?
    ) async throws -> Settled<Begin.Noun> {
        let begun = try await settling.database.transaction { transaction in
            let begun = try begin(in: transaction)
            if let claim = begin.claim, let answer = keep(begun) {
                try transaction.later(claim.keep(answer))
            }
            return begun
        }
        guard begun.noun.isUnderWay else { return begun }
        return try await settling.end(begun, begin.question, claim: begin.claim, keep: keep)
    }
}
