import Balances
import Contacts
import Crypto
import Customers
import Vocabulary

/// All that is kept of one person.
package struct CustomerExport: Sendable {
    package let customer: Customer
    /// Newest first.
    package let checkouts: [Checkout]
    /// Newest first; nothing on later pages, whose checkouts only are others.
    package let balances: [Balance]?

    /// A page as long as that of any list: with all its questions one is some kilobytes.
    package static let checkoutsMax = 100
    /// As many as a page of the list that goes on with them.
    package static let balancesMax = 100
    /// A sheet asks about five. Whoever plays with theirs is not kept from the rest by it: the timeline
    /// has them all.
    package static let questionsMax = 20

    /// One purchase, or what might have become one.
    package struct Checkout: Sendable {
        package let row: ListCheckouts.Row
        /// What the merchant knew before.
        package let prefill: Prefill
        package let contacts: SheetContacts
        /// The tries to charge a card, oldest first.
        package let attempts: [Attempt]
        /// The newest of what the sheet asked, in its order.
        package let questions: [Question]
        package let hasMoreQuestions: Bool

        package struct Question: Sendable {
            package let entry: TimelineEntry
            package let asked: [UInt8]
        }

        /// - Parameter asked: one more than is shown, where there are more.
        init(
            _ row: ListCheckouts.Row, attempts: [Attempt], asked: [TimelineEntry], keys: KeyRing
        ) throws {
            let privacy = row.sheet.privacy
            let seal = try Seal.open(privacy.key, of: row.sheet.id, keys: keys)
            self.row = row
            prefill = try seal?.contacts(privacy.prefill, as: "prefill").prefill ?? Prefill()
            contacts = try seal?.contacts(privacy.contacts, as: "contacts") ?? SheetContacts()
            self.attempts = attempts
            let shown = asked.suffix(CustomerExport.questionsMax)
            questions = try shown.compactMap { entry in
                guard let seal, let question = entry.question else { return nil }
                return Question(entry: entry, asked: try seal.open(question, as: "question"))
            }
            hasMoreQuestions = asked.count > shown.count && seal != nil
        }
    }
}
