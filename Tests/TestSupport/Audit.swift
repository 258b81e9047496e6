import Glibc
import Operations
import Postgres
import Testing
import Vocabulary

/// Audits the books and the payments, at the end of a test that moved money.
///
/// - Parameter now: the test's time, at which operations in progress are not overdue; nil uses the
///   clock.
package func expectCleanAudit(
    _ database: Database, of merchant: MerchantNumber? = nil, at now: Instant? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let now = now ?? Instant(seconds: Int64(time(nil)))
    let violations = try await Audit(AuditScope(merchant: merchant, now: now))(on: database)
    #expect(violations == [], sourceLocation: sourceLocation)
}
