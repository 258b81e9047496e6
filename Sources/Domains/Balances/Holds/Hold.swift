import Vocabulary

/// Money of a gift card or another balance that is reserved for one purpose.
///
/// While it is active, its uncaptured part is reserved on the balance. A checkout's hold is a
/// tender: it records how much of the payment this balance pays, and how much was captured and
/// refunded.
package struct Hold: Sendable, Identified {
    package static let identifierPrefix = "hld"
    package typealias ID = Identifier<Hold>

    package enum State: String, Sendable, CaseIterable {
        case active
        case captured
        case released
        case expired
    }

    /// A checkout, and the hold's position among the balances that are attached to it.
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
    /// Nil for a hold that the merchant made without a checkout.
    package let owner: Owner?
    package var state: State
    package var amount: Money
    /// Amounts of captures and refunds, in progress and completed, in minor units.
    package var capturing: Int64
    package var captured: Int64
    package var refunding: Int64
    package var refunded: Int64
    package let reference: String?
    /// Nil while a payment that depends on it is in progress or authorized: the hold never expires
    /// then.
    package var expiresAt: Instant?
    package let createdAt: Instant
    package var endedAt: Instant?

    /// Creates an active hold.
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

    /// True if it can still be captured. An expired hold cannot, even before a worker ends it;
    /// until then the balance counts its money as held.
    package func isActive(at now: Instant) -> Bool {
        state == .active && !(expiresAt.map { $0 <= now } ?? false)
    }

    /// The amount that it reserves on the balance, in minor units.
    package var reservedAmount: Int64 { state == .active ? amount.minorUnits - captured : 0 }

    /// The amount that may still be captured, without captures in progress.
    package var capturable: Int64 { max(0, reservedAmount - capturing) }

    /// The amount that may still be refunded, without refunds in progress.
    package var refundable: Int64 { captured - refunded - refunding }
}
