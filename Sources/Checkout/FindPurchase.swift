import Balances
import Crypto
import Merchants
import Postgres
import Vocabulary

/// What was bought, how it was paid and what was given back, as its buyer is told: without whom and where to. Without a lock.
package struct FindPurchase: Sendable {
    package let checkout: Sheet.ID
    package let keys: KeyRing

    package init(_ checkout: Sheet.ID, keys: KeyRing) {
        self.checkout = checkout
        self.keys = keys
    }

    package struct Purchase: Sendable {
        package let sheet: Sheet
        /// Before balances pay of it, with lines in the language in which templates are translated.
        package let price: Price
        /// The card's, if it was authorised: also one that was let go again.
        package let attempt: Attempt?
        /// Oldest first.
        package let refunds: [Refund]
        /// Which balances pay, as the sheet calls them.
        package let tenders: [(label: String, amount: Int64)]
    }

    /// Nothing when there is no such checkout.
    package func callAsFunction(in transaction: Transaction) throws -> Purchase? {
        guard let row = try transaction.run(Sheet.find(checkout)).first else { return nil }
        var sheet = try Sheet(row: row)
        let seal = try Seal.open(sheet.privacy.key, of: sheet.id, keys: keys)
        sheet.choice.place = try seal?.place(sheet.privacy.place)
        guard
            let settings = try Merchant.settings(
                checkout.merchant, version: sheet.settingsVersion, in: transaction)
        else { return nil }
        let price = try sheet.request.price(
            sheet.choice, settings: settings, language: .english, at: sheet.changedAt)
        let attempts = try transaction.run(Attempt.all(of: [checkout], of: checkout.merchant))
            .map(Attempt.init(row:))
        let words = settings.words(in: .english)
        return Purchase(
            sheet: sheet, price: price,
            attempt: attempts.last { $0.state == .authorized }
                ?? attempts.last { $0.told == .success },
            refunds: try transaction.run(Refund.all(of: checkout)).map(Refund.init(row:)),
            tenders: sheet.tenders.filter { $0.amount > 0 }.map {
                (words.label(of: $0), $0.amount)
            })
    }
}
