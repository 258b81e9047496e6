import Contacts
import Crypto
import JSON
import Merchants
import Postgres
import Processors
import Vocabulary

/// One checkout as it stands: what it shows, how it was last tried to be paid, and who bought. It
/// takes no lock, and one statement.
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
        /// What the merchant knew before; nothing once the buyer was erased.
        package let prefill: Prefill
        package let contacts: SheetContacts
    }

    package func callAsFunction(on database: Database, registry: Registry, keys: KeyRing)
        async throws -> Outcome
    {
        guard let row = try await database.run(Sheet.find(checkout), sharing: .reading).first else {
            throw CheckoutRefusal.notFound
        }
        var sheet = try Sheet(row: row)
        if let generation, generation != sheet.generation {
            throw CheckoutRefusal.secretOutdated
        }
        let seal = try Seal.open(sheet.privacy.key, of: sheet.id, keys: keys)
        sheet.choice.place = try seal?.place(sheet.privacy.place)
        guard
            let settings = try await registry.settings(
                checkout.merchant, version: sheet.settingsVersion)
        else { throw CheckoutRefusal.notFound }
        return Outcome(
            sheet: sheet,
            price: try sheet.request.price(
                sheet.choice, settings: settings, language: language, at: sheet.changedAt),
            attempt: try Attempt(joined: row),
            prefill: try seal?.contacts(sheet.privacy.prefill, as: "prefill").prefill ?? Prefill(),
            contacts: try seal?.contacts(sheet.privacy.contacts, as: "contacts")
                ?? SheetContacts())
    }
}

/// A page of a merchant's checkouts, newest first.
package struct ListCheckouts: Sendable {
    package let merchant: MerchantNumber
    package let filter: Sheet.Filter

    package init(merchant: MerchantNumber, filter: Sheet.Filter) {
        self.merchant = merchant
        self.filter = filter
    }

    package func callAsFunction(on database: Database) async throws -> [Sheet] {
        try await database.run(Sheet.page(filter, of: merchant)).map(Sheet.init(row:))
    }
}

/// What a checkout's sheet asked and was answered, in order.
package struct ReadTimeline: Sendable {
    package let checkout: Sheet.ID

    package let after: UUID128?
    package let limit: Int
    package let keys: KeyRing

    package init(checkout: Sheet.ID, after: UUID128?, limit: Int, keys: KeyRing) {
        self.checkout = checkout
        self.after = after
        self.limit = limit
        self.keys = keys
    }

    package struct Outcome: Sendable {
        package let sheet: Sheet
        package let entries: [Row]
    }

    package struct Row: Sendable {
        package let entry: TimelineEntry
        /// What was asked; nothing once the buyer was erased.
        package let question: [UInt8]?
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        guard let row = try transaction.run(Sheet.find(checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        let sheet = try Sheet(row: row)
        let seal = try Seal.open(sheet.privacy.key, of: sheet.id, keys: keys)
        let rows = try transaction.run(
            TimelineEntry.page(of: checkout, after: after ?? .zero, limit: limit))
        return Outcome(
            sheet: sheet,
            entries: try rows.map { row in
                let entry = try TimelineEntry(row: row, of: checkout)
                let question = try entry.question.flatMap { try seal?.open($0, as: "question") }
                return Row(entry: entry, question: question)
            })
    }
}
