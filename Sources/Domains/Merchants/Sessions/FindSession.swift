import Crypto
import Postgres
import Vocabulary

/// Returns the session of a browser's secret, or nil if the secret is wrong, the session has
/// expired, or its key no longer works. Queries the database each time, so that revoking a key
/// signs its browsers out at once.
package struct FindSession: Sendable {
    package let secret: SessionSecret
    package let now: Instant

    package init(secret: SessionSecret, now: Instant) {
        self.secret = secret
        self.now = now
    }

    package struct Outcome: Sendable {
        package let session: Session
        package let grant: Grant

        package init(session: Session, grant: Grant) {
            self.session = session
            self.grant = grant
        }
    }

    package func callAsFunction(on database: Database, registry: Registry) async throws -> Outcome?
    {
        guard let row = try await database.run(Session.find(secret.session)).first,
            constantTimeEquals(try row.get("hash"), secret.hash)
        else { return nil }
        let key = try APIKey(row: row)
        let expiresAt: Instant = try row.get("session_expires_at")
        guard now < expiresAt, key.isActive(at: now),
            let merchant = try await registry.merchant(key.id.merchant)
        else { return nil }
        return Outcome(
            session: Session(
                id: secret.session, key: key.id, createdAt: try row.get("session_created_at")),
            grant: Grant(merchant: merchant, key: key))
    }
}
