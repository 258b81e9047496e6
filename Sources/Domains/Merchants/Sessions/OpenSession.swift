import Postgres
import Vocabulary

/// Signs a browser in.
package struct OpenSession: Verb {
    package let session: Session

    package init(session: Session) { self.session = session }

    package func callAsFunction(in transaction: Transaction) throws -> SessionSecret {
        let secret = SessionSecret(of: session.id)
        // Without the lock, two concurrent sign-ins would delete the same sessions to make room.
        _ = try transaction.run(Merchant.lock(session.id.merchant))
        try transaction.enqueue(
            Session.prune(session.key, at: session.createdAt, keeping: Session.perKeyMax - 1))
        try transaction.enqueue(session.insert(secret))
        return secret
    }
}
