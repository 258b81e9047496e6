import Balances
import Carts
import Checkouts
import Crypto
import Merchants
import Postgres
import Vocabulary

/// Reads the goods, the payment and the refunds of a purchase for its buyer: without the buyer and
/// the address. Takes no lock.
package struct FindPurchase: Sendable {
    package let checkout: Sheet.ID
    package let keys: KeyRing

    package init(_ checkout: Sheet.ID, keys: KeyRing) {
        self.checkout = checkout
        self.keys = keys
    }

    package struct Purchase: Sendable {
        package let sheet: Sheet
        /// The price before balances, with its lines in the language from which templates are
        /// translated.
        package let price: Price
        /// The card attempt, if it was authorized, even if it was voided later.
        package let attempt: Attempt?
        /// Oldest first.
        package let refunds: [Refund]
        /// The balances that pay, with their labels in the sheet.
        package let tenders: [(label: String, amount: Int64)]
    }

    /// Returns nil if the checkout does not exist.
    package func callAsFunction(in transaction: Transaction) throws -> Purchase? {
        guard let row = try transaction.run(Sheet.find(checkout)).first else { return nil }
        var sheet = try Sheet(row: row)
        let seal = try Seal.open(sheet.privacy.key, of: sheet.id, keys: keys)
        sheet.choice.places = try seal?.places(sheet.privacy.place) ?? Places()
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
