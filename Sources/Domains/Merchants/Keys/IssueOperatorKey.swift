import Postgres
import Vocabulary

/// Creates an operator key; its text is only returned here.
package struct IssueOperatorKey: Sendable {
    package let now: Instant

    package init(now: Instant) { self.now = now }

    package func callAsFunction(on database: Database) async throws -> KeyText {
        let text = KeyText.makeOperator()
        try await database.run(OperatorKey.insert(hash: text.hash, at: now))
        return text
    }
}
