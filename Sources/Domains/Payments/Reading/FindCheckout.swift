import Carts
import Checkouts
import Contacts
import Crypto
import JSON
import Merchants
import Postgres
import Processors
import Vocabulary

/// Reads one checkout: its price, its last payment attempt and its buyer. It takes no lock and runs
/// one statement, and one more for captures, refunds and disputes.
package struct FindCheckout: Sendable {
    package let checkout: CheckoutSession.ID
    package let generation: Int?
    package let language: Language

    package init(checkout: CheckoutSession.ID, generation: Int?, language: Language) {
        self.checkout = checkout
        self.generation = generation
        self.language = language
    }

    package struct Outcome: Sendable {
        package let session: CheckoutSession
        package let price: Price
        package let attempt: Attempt?
        /// The contacts that the merchant prefilled; empty once the buyer was erased.
        package let prefill: Prefill
        package let contacts: CheckoutContacts
        /// For the merchant's server only.
        package let movements: MoneyMovements
    }

    package func callAsFunction(on database: Database, registry: Registry, keys: KeyRing)
        async throws -> Outcome
    {
        guard let row = try await database.run(CheckoutRead(checkout: checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        var session = try CheckoutSession(row: row)
        if let generation, generation != session.generation {
            throw CheckoutRefusal.secretOutdated
        }
        let seal = try Seal.open(session.privacy.key, of: session.id, keys: keys)
        session.choice.places = try seal?.places(session.privacy.place) ?? Places()
        guard
            let settings = try await registry.settings(
                checkout.merchant, version: session.settingsVersion)
        else { throw CheckoutRefusal.notFound }
        return Outcome(
            session: session,
            price: try session.request.price(
                session.choice, settings: settings, language: language, at: session.changedAt,
                paidBy: session.tenders),
            attempt: try Attempt(joined: row),
            prefill: try seal?.contacts(session.privacy.prefill, as: "prefill").prefill
                ?? Prefill(),
            contacts: try seal?.contacts(session.privacy.contacts, as: "contacts")
                ?? CheckoutContacts(),
            movements: try await movements(session, on: database))
    }

    /// Empty before a payment was authorized, and for the browser.
    private func movements(_ session: CheckoutSession, on database: Database) async throws
        -> MoneyMovements
    {
        guard generation == nil, session.authorized > 0 else { return MoneyMovements() }
        return try MoneyMovements(
            rows: await database.run(MoneyMovements.find(session.id), groupCommit: .reading))
    }
}
