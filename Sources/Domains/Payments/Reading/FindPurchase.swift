import Balances
import Carts
import Checkouts
import Crypto
import Merchants
import Postgres
import Vocabulary

/// Reads the goods, the payment and the refunds of a purchase for its buyer: without the buyer and
/// the address. It takes no lock.
package struct FindPurchase: Verb {
    package let checkout: CheckoutSession.ID
    package let keys: KeyRing

    package init(_ checkout: CheckoutSession.ID, keys: KeyRing) {
        self.checkout = checkout
        self.keys = keys
    }

    package struct Purchase: Sendable {
        package let session: CheckoutSession
        /// The price before balances, with its lines in English, from which templates are
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
        guard let row = try transaction.run(CheckoutSession.find(checkout)).first else {
            return nil
        }
        var session = try CheckoutSession(row: row)
        let seal = try Seal.open(session.privacy.key, of: session.id, keys: keys)
        session.choice.places = try seal?.places(session.privacy.place) ?? Places()
        guard
            let settings = try Merchant.settings(
                checkout.merchant, version: session.settingsVersion, in: transaction)
        else { return nil }
        let price = try session.request.price(
            session.choice, settings: settings, language: .english, at: session.changedAt)
        let attempts = try transaction.run(Attempt.all(of: [checkout], of: checkout.merchant))
            .map(Attempt.init(row:))
        let labels = settings.labels(in: .english)
        return Purchase(
            session: session, price: price,
            attempt: attempts.last { $0.state == .authorized }
                ?? attempts.last { $0.reportedOutcome == .success },
            refunds: try transaction.run(Refund.all(of: checkout)).map(Refund.init(row:)),
            tenders: session.tenders.filter { $0.amount > 0 }.map {
                (labels.label(of: $0), $0.amount)
            })
    }
}
