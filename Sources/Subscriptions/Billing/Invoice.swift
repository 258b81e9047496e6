import Checkout
import Vocabulary

/// What is owed for a period of a subscription, or for a change in the middle of one.
package struct Invoice: Sendable, Identified {
    package static let identifierPrefix = "inv"
    package typealias ID = Identifier<Invoice>

    package enum State: String, CaseIterable, Sendable {
        /// Its amount is not known.
        case pending
        case open
        case paid
        case void
        /// It was tried as often as was agreed.
        case uncollectible
        /// The period passed while nobody could bill it.
        case skipped

        package var isOver: Bool { self != .pending && self != .open }
    }

    package let id: ID
    package let subscription: Subscription.ID
    /// Of a change there is none.
    package let period: Int?
    package let periodStart: Instant
    package let periodEnd: Instant
    package var state: State
    package let currency: Currency
    package var amount: Money?
    /// What a variable amount may come to.
    package let amountMax: Money?
    package var checkout: Sheet.ID?
    /// What of the amount is for goods that were bought in the same sheet, in minor units.
    package var beside: Int64 = 0
    /// How often the card was tried.
    package var tries: Int = 0
    /// How often a bank refused.
    package var declines: Int = 0
    package var decline: String?
    package var failedAt: Instant?
    package var dueAt: Instant?
    package let clock: TestClock.ID?
    package var events: Int = 0
    package let createdAt: Instant
    package var endedAt: Instant?
}

/// A stored value that this version of the server does not understand.
package struct StoredBillingError: Error, Equatable {
    package let column: String
}
