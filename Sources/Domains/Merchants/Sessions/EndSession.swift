import Postgres
import Vocabulary

/// Signs a browser out; has no effect if it is signed out already.
package struct EndSession: Sendable {
    package let session: Session.ID

    package init(session: Session.ID) { self.session = session }

    package func callAsFunction(on database: Database) async throws {
        _ = try await database.run(Session.end(session))
    }
}
