import Checkout
import Vocabulary

/// What a change would cost, told before it is made. It is made exactly so, or not at all.
package struct Quote: Sendable, Identified {
    package static let identifierPrefix = "quo"
    package typealias ID = Identifier<Quote>

    /// How the time that was paid for and not used is counted.
    package enum Proration: String, CaseIterable, Sendable { case second, day }

    package let id: ID
    package let subscription: Subscription.ID
    package let subscriptionVersion: Int
    package let plan: Plan.ID
    package let planVersion: Int
    package let moment: Instant
    package let isAtPeriodEnd: Bool
    package let proration: Proration
    package let price: ChangePrice
    package let needsConsent: Bool
    package let createdAt: Instant
    package let expiresAt: Instant
    package var usedAt: Instant?
    package var checkout: Sheet.ID?

    /// Long enough to be read and agreed to, short enough that little of the period passes.
    static let lifeSeconds: Int64 = 15 * 60
    /// A sheet in which a buyer agrees is open for no longer.
    static let consentSeconds: Int64 = 3_600
}

/// What a change costs now: for the new terms, less what the old ones have left (money.md 21).
package struct ChangePrice: Hashable, Sendable {
    /// For the time that was paid for and is not used.
    package let credit: Money
    /// For the new terms until the next charge.
    package let charge: Money

    package init(credit: Money, charge: Money) {
        self.credit = credit
        self.charge = charge
    }

    package var due: Money {
        Money(
            minorUnits: max(0, charge.minorUnits - credit.minorUnits), currency: charge.currency)
    }

    /// What is left of the credit, and pays later charges.
    package var kept: Money {
        Money(
            minorUnits: max(0, credit.minorUnits - charge.minorUnits), currency: charge.currency)
    }
}
