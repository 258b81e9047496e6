import Postgres
import Vocabulary

/// Signs a browser out; one that is out already stays so.
package struct EndSession: Sendable {
    package let session: Session.ID

    package init(session: Session.ID) { self.session = session }

    package func callAsFunction(on database: Database) async throws {
        _ = try await database.run(Session.end(session))
    }
}
