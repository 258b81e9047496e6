import Postgres
import Vocabulary

/// Checks the books and the payments in one consistent snapshot; it changes no row and blocks no
/// other transaction.
package struct Audit: Sendable {
    package let scope: AuditScope
    package let checks: [AuditCheck]

    package init(_ scope: AuditScope, checks: [AuditCheck] = Audit.checks) {
        self.scope = scope
        self.checks = checks
    }

    /// All rules, those of the books first: a violation of them often causes violations of later
    /// rules.
    package static let checks =
        ledgerChecks + holdChecks + paymentChecks + operationChecks + bookingChecks
        + billingChecks + sharedChecks + endChecks

    /// The most violations of one rule that are named; more of them have a common cause to look
    /// for.
    package static let violationsMax = 1000

    /// Returns the violations, in the order of the rules.
    ///
    /// - Parameter done: called after each check with the number of violations that it found, on
    ///   the thread of the connection.
    package func callAsFunction(
        on database: Database, done: @escaping @Sendable (AuditCheck, Int) -> Void = { _, _ in }
    ) async throws -> [AuditViolation] {
        try await database.transaction { [self] transaction in
            try transaction.readOneSnapshot()
            try transaction.enqueue(Audit.inMemory)
            return try checks.flatMap { check in
                let rows = try transaction.run(
                    check.find(in: scope, limit: Audit.violationsMax))
                done(check, rows.count)
                return try rows.map { try AuditViolation(row: $0, rule: check.rule) }
            }
        }
    }
}
