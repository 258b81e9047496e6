import Postgres
import Vocabulary

/// Refuses a checkout that its buyer cannot pay now. It takes no lock, because it changes nothing.
package struct RequireOpen: Sendable {
    package let checkout: CheckoutSession.ID
    package let generation: Int?
    package let now: Instant

    package init(checkout: CheckoutSession.ID, generation: Int?, now: Instant) {
        self.checkout = checkout
        self.generation = generation
        self.now = now
    }

    package func callAsFunction(on database: Database) async throws {
        guard let row = try await database.run(CheckoutRead(checkout: checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        let session = try CheckoutSession(row: row)
        if let generation, generation != session.generation {
            throw CheckoutRefusal.secretOutdated
        }
        switch session.state(at: now) {
        // The sheet of an erased buyer cannot continue.
        case .open where session.privacy.key == nil: throw CheckoutRefusal.notOpen(.expired)
        case .open: return
        case .authorizing:
            let attempt = try Attempt(joined: row)
            throw CheckoutRefusal.authorizing(
                secondsLeft: attempt?.leaseSecondsLeft(at: now) ?? 1)
        case let state: throw CheckoutRefusal.notOpen(state)
        }
    }
}
