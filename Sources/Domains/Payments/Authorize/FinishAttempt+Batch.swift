import Checkouts
import Idempotency
import Postgres

extension FinishAttempt {
    /// Stores the outcome of a payment that started without an explicit row lock if the checkout's
    /// row has not changed since.
    ///
    /// - Returns: nil if more rows must be locked, or if another call has changed the checkout.
    ///   After any failure the caller finishes under locks; if the write was committed after all,
    ///   it finds the answer there.
    func runWithoutRowLock(
        _ started: BeginAuthorization.StartedAuthorization, on database: Database,
        keep: (AuthorizationAnswer) -> ClaimAnswer?
    ) async -> AuthorizationAnswer? {
        var loaded = started.loaded
        loaded.context = context
        guard
            let (write, answer) = try? outcome(
                of: started.attempt, &loaded, paid: started.places, rowVersion: started.rowVersion,
                keep: keep)
        else { return nil }
        let rows = try? await database.run(write)
        return rows?.isEmpty == false ? answer : nil
    }
}
