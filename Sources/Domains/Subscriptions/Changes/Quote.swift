import Checkouts
import Vocabulary

/// The price of a change before it is applied. The change is applied exactly as quoted, or not at
/// all.
package struct Quote: Sendable, Identified {
    package static let identifierPrefix = "quo"
    package typealias ID = Identifier<Quote>

    /// The unit in which paid and unused time is counted.
    package enum Proration: String, CaseIterable, Sendable { case second, day }

    package let id: ID
    package let subscription: Subscription.ID
    package let subscriptionVersion: Int
    package let plan: Plan.ID
    package let planVersion: Int
    package let moment: Instant
    package let isAtPeriodEnd: Bool
    package let proration: Proration
    /// The time zone whose days are counted: the plan's before the first change of the period.
    package let timeZone: TimeZoneName?
    package let price: ChangePrice
    package let needsConsent: Bool
    package let createdAt: Instant
    package let expiresAt: Instant
    package var usedAt: Instant?
    package var checkout: CheckoutSession.ID?

    /// Long enough to read and agree to it, short enough that little of the period passes.
    static let lifeSeconds: Int64 = 15 * 60

    /// The unit and time zone that all changes within a period share. If the charge counted the
    /// days of one time zone and the credit those of another, the merchant could pay out a day that
    /// was never charged.
    struct ProrationBasis: Hashable, Sendable {
        let unit: Proration
        let timeZone: TimeZoneName?
    }

    var prorationBasis: ProrationBasis { ProrationBasis(unit: proration, timeZone: timeZone) }

    /// The longest time that a checkout for the buyer's consent stays open.
    static let consentSeconds: Int64 = 3_600
}

/// The price of a change: the charge for the new terms, less the credit of the old ones
/// (docs/rules/money.md#21).
package struct ChangePrice: Hashable, Sendable {
    /// For paid time that is not used.
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

    /// The rest of the credit, which pays later charges.
    package var remainingCredit: Money {
        Money(
            minorUnits: max(0, credit.minorUnits - charge.minorUnits), currency: charge.currency)
    }
}
