import Postgres
import Vocabulary

/// Refuses a checkout that its buyer cannot pay now. It takes no lock, because it changes nothing.
package struct DemandOpen: Sendable {
    package let checkout: Sheet.ID
    package let generation: Int?
    package let now: Instant

    package init(checkout: Sheet.ID, generation: Int?, now: Instant) {
        self.checkout = checkout
        self.generation = generation
        self.now = now
    }

    package func callAsFunction(on database: Database) async throws {
        guard let row = try await database.run(LookToRead(checkout: checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        let sheet = try Sheet(row: row)
        if let generation, generation != sheet.generation {
            throw CheckoutRefusal.secretOutdated
        }
        switch sheet.state(at: now) {
        // The sheet of an erased buyer cannot continue.
        case .open where sheet.privacy.key == nil: throw CheckoutRefusal.notOpen(.expired)
        case .open: return
        case .authorizing:
            let attempt = try Attempt(joined: row)
            throw CheckoutRefusal.authorizing(
                secondsLeft: attempt?.leaseSecondsLeft(at: now) ?? 1)
        case let state: throw CheckoutRefusal.notOpen(state)
        }
    }
}
