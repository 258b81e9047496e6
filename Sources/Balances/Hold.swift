import Vocabulary

/// Money of a balance that is promised to one purpose.
///
/// While it is active, what was not captured of it is held of the balance. A checkout's hold is its
/// tender: how much of the payment comes from this balance, what was taken and what given back.
package struct Hold: Sendable, Identified {
    package static let identifierPrefix = "hld"
    package typealias ID = Identifier<Hold>

    package enum State: String, Sendable, CaseIterable {
        case active
        case captured
        case released
        case expired
    }

    /// A checkout, and the hold's place among the balances that are attached to it.
    package struct Owner: Hashable, Sendable {
        package let checkout: UUID128
        package let position: Int

        package init(checkout: UUID128, position: Int) {
            self.checkout = checkout
            self.position = position
        }
    }

    package let id: ID
    package let balance: Balance.ID
    /// None: the merchant's own.
    package let owner: Owner?
    package var state: State
    package var amount: Money
    /// What calls under way are taking or giving back, and what they took or gave; minor units.
    package var capturing: Int64
    package var captured: Int64
    package var refunding: Int64
    package var refunded: Int64
    package let reference: String?
    /// None while a payment that counts on it is under way or authorised: it never expires.
    package var expiresAt: Instant?
    package let createdAt: Instant
    package var endedAt: Instant?

    /// A new hold.
    package init(
        id: ID, balance: Balance.ID, amount: Money, owner: Owner?, expiresAt: Instant?,
        reference: String? = nil, createdAt: Instant
    ) {
        self.id = id
        self.balance = balance
        self.owner = owner
        state = .active
        self.amount = amount
        capturing = 0
        captured = 0
        refunding = 0
        refunded = 0
        self.reference = reference
        self.expiresAt = expiresAt
        self.createdAt = createdAt
    }

    /// Whether it still holds anything; one whose time is over does not, swept or not.
    package func isActive(at now: Instant) -> Bool {
        state == .active && !(expiresAt.map { $0 <= now } ?? false)
    }

    /// What is held of the balance for it, in minor units.
    package var holding: Int64 { state == .active ? amount.minorUnits - captured : 0 }

    /// What may still be captured, beside what calls under way are taking.
    package var capturable: Int64 { max(0, holding - capturing) }

    /// What may still be given back, beside what calls under way are giving.
    package var refundable: Int64 { captured - refunded - refunding }
}
