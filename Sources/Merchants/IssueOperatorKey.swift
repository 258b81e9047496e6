import Postgres
import Vocabulary

/// Makes a key of the operator; its text is in hand this once.
package struct IssueOperatorKey: Sendable {
    package let now: Instant

    package init(now: Instant) { self.now = now }

    package func callAsFunction(on database: Database) async throws -> KeyText {
        let text = KeyText.makeOperator()
        try await database.run(OperatorKey.insert(hash: text.hash, at: now))
        return text
    }
}
