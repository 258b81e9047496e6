import Balances
import Checkout
import Postgres
import Vocabulary

/// What a buyer let a merchant charge later: once on a day, or whenever a balance runs low.
package struct LaterPayment: Sendable, Identified {
    package static let identifierPrefix = "ltr"
    package typealias ID = Identifier<LaterPayment>

    package enum Kind: String, CaseIterable, Sendable { case deferred, reload }

    package enum State: String, CaseIterable, Sendable {
        /// It waits for its day.
        case scheduled
        /// It watches its balance.
        case active
        case paid, failed, canceled

        package var isOver: Bool { self != .scheduled && self != .active }
    }

    package let id: ID
    package let kind: Kind
    package var state: State
    package let checkout: Sheet.ID
    package let card: KeptCard
    package let clock: TestClock.ID?
    package let country: Country
    package let label: String
    package let amount: Money
    /// Until then it costs nothing to cancel.
    package let cancelUntil: Instant?
    package let timeZone: TimeZoneName?
    package let balance: Balance.ID?
    package let threshold: Money?
    /// The checkout that charges it now.
    package var charge: Sheet.ID?
    /// Whether something was taken off its balance while it was being filled.
    package var isHeard: Bool = false
    package var tries: Int = 0
    package var declines: Int = 0
    package var decline: String?
    package var failedAt: Instant?
    package var dueAt: Instant?
    package var events: Int = 0
    package let createdAt: Instant
    package var endedAt: Instant?

    /// Whether its balance has less than its buyer wanted, and may be filled.
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
