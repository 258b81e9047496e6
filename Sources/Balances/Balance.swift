import Vocabulary

/// Money that a merchant owes to whoever holds it: a gift card, store credit, or prepaid.
package struct Balance: Sendable, Identified {
    package static let identifierPrefix = "bal"
    package typealias ID = Identifier<Balance>

    package enum Kind: String, Sendable, CaseIterable {
        /// Whoever knows its code may spend it.
        case giftCard = "gift_card"
        case storeCredit = "store_credit"
        case prepaid
    }

    package enum Freezing: String, Sendable, CaseIterable {
        case merchant
        /// It was bought with money that a bank has taken back.
        case dispute
    }

    package let id: ID
    package let kind: Kind
    package var amount: Money
    /// What of it is promised to somebody, in minor units.
    package var held: Int64
    /// The last four characters of its code.
    package let codeHint: String?
    package var frozen: Freezing?
    package var expiresAt: Instant?
    /// How many events were written.
    package var events: Int
    package let createdAt: Instant
    package var changedAt: Instant

    package var available: Money {
        Money(minorUnits: amount.minorUnits - held, currency: amount.currency)
    }
}
