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
    package let checkout: Sheet.ID
    package let generation: Int?
    package let language: Language

    package init(checkout: Sheet.ID, generation: Int?, language: Language) {
        self.checkout = checkout
        self.generation = generation
        self.language = language
    }

    package struct Outcome: Sendable {
        package let sheet: Sheet
        package let price: Price
        package let attempt: Attempt?
        /// The contacts that the merchant prefilled; empty once the buyer was erased.
        package let prefill: Prefill
        package let contacts: SheetContacts
        /// For the merchant's server only.
        package let moved: MovedMoney
    }

    package func callAsFunction(on database: Database, registry: Registry, keys: KeyRing)
        async throws -> Outcome
    {
        guard let row = try await database.run(LookToRead(checkout: checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        var sheet = try Sheet(row: row)
        if let generation, generation != sheet.generation {
            throw CheckoutRefusal.secretOutdated
        }
        let seal = try Seal.open(sheet.privacy.key, of: sheet.id, keys: keys)
        sheet.choice.places = try seal?.places(sheet.privacy.place) ?? Places()
        guard
            let settings = try await registry.settings(
                checkout.merchant, version: sheet.settingsVersion)
        else { throw CheckoutRefusal.notFound }
        return Outcome(
            sheet: sheet,
            price: try sheet.request.price(
                sheet.choice, settings: settings, language: language, at: sheet.changedAt,
                paidBy: sheet.tenders),
            attempt: try Attempt(joined: row),
            prefill: try seal?.contacts(sheet.privacy.prefill, as: "prefill").prefill ?? Prefill(),
            contacts: try seal?.contacts(sheet.privacy.contacts, as: "contacts")
                ?? SheetContacts(),
            moved: try await moved(sheet, on: database))
    }

    /// Empty before a payment was authorized, and for the browser.
    private func moved(_ sheet: Sheet, on database: Database) async throws -> MovedMoney {
        guard generation == nil, sheet.authorized > 0 else { return MovedMoney() }
        return try MovedMoney(
            rows: await database.run(MovedMoney.find(sheet.id), sharing: .reading))
    }
}
