import Checkouts
import Idempotency
import Postgres

extension PayByBalance {
    /// Pays in one transaction with the payments that wait at the same moment
    /// (docs/decisions/0010).
    ///
    /// - Parameter keep: returns the answer to store for a replay.
    /// - Returns: nil if the payment must be made under a lock of its own. The caller then makes
    ///   it there.
    package func runInBatch(
        on database: Database, claim: Claim?,
        keep: @escaping @Sendable (AuthorizationAnswer) -> StoredAnswer
    ) async throws -> AuthorizationAnswer? {
        do {
            return try await database.run(BalancePayment(pay: self, claim: claim, keep: keep))
        } catch let error as PostgresError where error.constraintName != nil {
            // A concurrent call used its key.
            return nil
        }
    }
}
