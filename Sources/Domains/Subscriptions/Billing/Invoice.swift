import Checkouts
import Vocabulary

/// The charge for a period of a subscription, or for a change in the middle of one.
package struct Invoice: Sendable, Identified {
    package static let identifierPrefix = "inv"
    package typealias ID = Identifier<Invoice>

    package enum State: String, CaseIterable, Sendable {
        /// The amount is unknown.
        case pending
        case open
        case paid
        case void
        /// All agreed attempts have failed.
        case uncollectible
        /// The period passed while it could not be billed.
        case skipped

        package var isOver: Bool { self != .pending && self != .open }
    }

    package let id: ID
    package let subscription: Subscription.ID
    /// The number of the period; nil for a change within a period.
    package let period: Int?
    package let periodStart: Instant
    package let periodEnd: Instant
    package var state: State
    package let currency: Currency
    package var amount: Money?
    /// The limit of a variable amount.
    package let amountMax: Money?
    package var checkout: CheckoutSession.ID?
    /// The part of the amount for goods that the buyer bought in the same checkout, in minor units.
    package var goodsAmount: Int64 = 0
    /// The number of finished attempts that did not charge the card.
    package var tries: Int = 0
    /// The number of declines that count in the dunning schedule: a decline of a manual retry
    /// before a scheduled attempt does not.
    package var declines: Int = 0
    /// The number of manual retries by the merchant.
    package var manualRetries: Int = 0
    package var decline: String?
    package var failedAt: Instant?
    /// The date of the next scheduled attempt. A decline of a manual retry before it uses up no
    /// scheduled attempt. `dueAt` cannot store this date, because it is also the end of a worker's
    /// lease or of the delay after a fault.
    package var scheduledAt: Instant?
    package var dueAt: Instant?
    package let clock: TestClock.ID?
    package var events: Int = 0
    package let createdAt: Instant
    package var endedAt: Instant?
}
