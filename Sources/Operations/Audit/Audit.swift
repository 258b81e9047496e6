import Postgres
import Vocabulary

/// Proves the books and the payments in one consistent snapshot: nothing is changed and nobody waits.
package struct Audit: Sendable {
    package let scope: AuditScope
    package let checks: [AuditCheck]

    package init(_ scope: AuditScope, checks: [AuditCheck] = Audit.checks) {
        self.scope = scope
        self.checks = checks
    }

    /// Every rule, the books first; a violation of one is often why another is broken further down.
    package static let checks =
        ledgerChecks + holdChecks + paymentChecks + settlementChecks + bookingChecks
        + billingChecks + sharedChecks + endChecks

    /// So many violations of one rule are named; who has more has one cause to look for.
    package static let violationsMax = 1000

    /// What breaks the rules, in their order.
    ///
    /// - Parameter done: told after each check how many violations it found, from the thread of the
    ///   connection.
    package func callAsFunction(
        on database: Database, done: @escaping @Sendable (AuditCheck, Int) -> Void = { _, _ in }
    ) async throws -> [AuditViolation] {
        try await database.transaction { [self] transaction in
            try transaction.later(Audit.oneSnapshot)
            try transaction.later(Audit.inMemory)
            return try checks.flatMap { check in
                let rows = try transaction.run(
                    check.find(in: scope, limit: Audit.violationsMax))
                done(check, rows.count)
                return try rows.map { try AuditViolation(row: $0, rule: check.rule) }
            }
        }
    }
}
