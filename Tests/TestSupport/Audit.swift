import Glibc
import Operations
import Postgres
import Testing
import Vocabulary

/// The books and the payments are proven, at the end of a test that moved money.
///
/// - Parameter now: the test's moment; what is under way then is not overdue. The clock's without one.
package func expectCleanAudit(
    _ database: Database, of merchant: MerchantNumber? = nil, at now: Instant? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let now = now ?? Instant(seconds: Int64(time(nil)))
    let violations = try await Audit(AuditScope(merchant: merchant, now: now))(on: database)
    #expect(violations == [], sourceLocation: sourceLocation)
}
