import Vocabulary

/// Money that a merchant owes to a holder: a gift card, store credit, or a prepaid balance.
package struct Balance: Sendable, Identified {
    package static let identifierPrefix = "bal"
    package typealias ID = Identifier<Balance>

    package enum Kind: String, Sendable, CaseIterable {
        /// Anyone who knows its code may spend it.
        case giftCard = "gift_card"
        case storeCredit = "store_credit"
        case prepaid
    }

    package enum FreezeReason: String, Sendable, CaseIterable {
        case merchant
        /// It was bought with money that a bank has taken back.
        case dispute
    }

    package let id: ID
    package let kind: Kind
    package var amount: Money
    /// The part of the amount that is reserved by holds, in minor units.
    package var held: Int64
    /// The last characters of its code.
    package let codeHint: String?
    /// The customer who owns it.
    package let customer: UUID128?
    package var reference: String?
    /// The merchant's own JSON object, with string values.
    package var metadata: [UInt8]?
    package var frozen: FreezeReason?
    package var frozenAt: Instant?
    /// The first moment at which it can no longer be spent.
    package var expiresAt: Instant?
    /// The time at which the expiry event was emitted.
    package var expiredAt: Instant?
    /// The number of events emitted for this balance.
    package var events: Int
    package let createdAt: Instant
    package var changedAt: Instant

    /// Creates an empty balance.
    package init(
        id: ID, kind: Kind, currency: Currency, codeHint: String? = nil, customer: UUID128? = nil,
        reference: String? = nil, metadata: [UInt8]? = nil, expiresAt: Instant? = nil,
        createdAt: Instant
    ) {
        self.id = id
        self.kind = kind
        amount = .zero(currency)
        held = 0
        self.codeHint = codeHint
        self.customer = customer
        self.reference = reference
        self.metadata = metadata
        self.expiresAt = expiresAt
        events = 0
        self.createdAt = createdAt
        changedAt = createdAt
    }

    package var currency: Currency { amount.currency }

    package var available: Money {
        Money(minorUnits: amount.minorUnits - held, currency: currency)
    }

    package func isExpired(at now: Instant) -> Bool { expiresAt.map { $0 <= now } ?? false }
}
