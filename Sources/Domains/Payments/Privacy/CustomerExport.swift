import Balances
import Carts
import Checkouts
import Contacts
import Crypto
import Customers
import Vocabulary

/// All data stored about one person.
package struct CustomerExport: Sendable {
    package let customer: Customer
    /// Newest first.
    package let checkouts: [Checkout]
    /// Newest first; nil on later pages, which only add checkouts.
    package let balances: [Balance]?

    /// As long as a page of any list: with all its updates a checkout has some kilobytes.
    package static let checkoutsMax = 100
    /// As many as a page of the list that continues with the rest.
    package static let balancesMax = 100
    /// A sheet sends about five updates. If a buyer caused more, the export cuts them here; the
    /// timeline has them all.
    package static let updatesMax = 20

    /// One checkout of the customer, paid or not.
    package struct Checkout: Sendable {
        package let row: ListedCheckout
        /// The contacts that the merchant prefilled.
        package let prefill: Prefill
        package let contacts: CheckoutContacts
        /// The attempts to charge a card, oldest first.
        package let attempts: [Attempt]
        /// The newest sheet updates, oldest first.
        package let updates: [Update]
        package let hasMoreUpdates: Bool

        package struct Update: Sendable {
            package let entry: TimelineEntry
            package let input: [UInt8]
        }

        /// - Parameter entries: one more than is shown, if there are more.
        init(
            _ row: ListedCheckout, attempts: [Attempt], entries: [TimelineEntry], keys: KeyRing
        ) throws {
            let privacy = row.session.privacy
            let seal = try Seal.open(privacy.key, of: row.session.id, keys: keys)
            self.row = row
            prefill = try seal?.contacts(privacy.prefill, as: "prefill").prefill ?? Prefill()
            contacts = try seal?.contacts(privacy.contacts, as: "contacts") ?? CheckoutContacts()
            self.attempts = attempts
            let shown = entries.suffix(CustomerExport.updatesMax)
            updates = try shown.compactMap { entry in
                guard let seal, let input = entry.input else { return nil }
                return Update(entry: entry, input: try seal.open(input, as: "question"))
            }
            hasMoreUpdates = entries.count > shown.count && seal != nil
        }
    }
}
