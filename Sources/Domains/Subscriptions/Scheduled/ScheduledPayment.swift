import Balances
import Checkouts
import Payments
import Postgres
import Vocabulary

/// A charge that a buyer agreed to: once on a date, or whenever a balance runs low.
package struct ScheduledPayment: Sendable, Identified {
    package static let identifierPrefix = "ltr"
    package typealias ID = Identifier<ScheduledPayment>

    package enum Kind: String, CaseIterable, Sendable { case deferred, reload }

    package enum State: String, CaseIterable, Sendable {
        /// Waits for its date.
        case scheduled
        /// Waits until its balance falls below the threshold.
        case active
        case paid, failed, canceled

        package var isOver: Bool { self != .scheduled && self != .active }
    }

    package let id: ID
    package let kind: Kind
    package var state: State
    package let checkout: CheckoutSession.ID
    package let card: SavedCard
    package let clock: TestClock.ID?
    package let country: Country
    package let label: String
    package let amount: Money
    /// The end of the free cancellation period.
    package let cancelUntil: Instant?
    package let timeZone: TimeZoneName?
    package let balance: Balance.ID?
    package let threshold: Money?
    /// The checkout of the charge in progress.
    package var charge: CheckoutSession.ID?
    /// True if the balance was debited during a reload.
    package var wasDebitedDuringReload: Bool = false
    package var tries: Int = 0
    package var declines: Int = 0
    package var decline: String?
    package var failedAt: Instant?
    package var dueAt: Instant?
    package var events: Int = 0
    package let createdAt: Instant
    package var endedAt: Instant?

    /// True if the balance is below the buyer's threshold and can be reloaded.
    func isLow(at now: Instant, in transaction: Transaction) throws -> Bool {
        guard let id = balance, let threshold, let balance = try Balance.find(id, in: transaction)
        else { return false }
        return balance.amount.minorUnits < threshold.minorUnits && balance.frozen == nil
            && !balance.isExpired(at: now)
    }

    mutating func end(as state: State, at now: Instant) {
        self.state = state
        dueAt = nil
        endedAt = now
    }
}
