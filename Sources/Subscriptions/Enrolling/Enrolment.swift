import Checkout
import Vocabulary

/// A sheet that is open for a plan: what becomes of it when it is paid.
package struct Enrolment: Sendable {
    /// What becomes of its payment.
    package enum Kind: String, Sendable { case begin, change, pay, later }

    package let checkout: Sheet.ID
    package let kind: Kind
    /// Nothing where something is charged later without a plan.
    package let plan: Plan.ID?
    package let planVersion: Int?
    package let clock: TestClock.ID?
    /// The one that it is about; nothing where a new one begins.
    package let subscription: Subscription.ID?
    /// The change, as it was quoted.
    package let quote: Quote.ID?
    package let createdAt: Instant

    package init(
        _ kind: Kind, checkout: Sheet.ID, plan: Plan.ID? = nil, planVersion: Int? = nil,
        clock: TestClock.ID? = nil,
        subscription: Subscription.ID? = nil, quote: Quote.ID? = nil, createdAt: Instant
    ) {
        self.kind = kind
        self.checkout = checkout
        self.plan = plan
        self.planVersion = planVersion
        self.clock = clock
        self.subscription = subscription
        self.quote = quote
        self.createdAt = createdAt
    }

    /// Whoever answers the buyer looks at once; a worker looks then, and less and less often.
    static let firstLookSeconds: Int64 = 30
    static let lookSecondsMax: Int64 = 3_600

    /// When it is looked at again, and nothing once nobody can pay any more.
    static func nextLook(openedAt: Instant, at now: Instant) -> Instant? {
        let age = now.seconds(since: openedAt)
        guard age < CheckoutLimits.lifeSecondsMax + 86_400 else { return nil }
        return now.adding(seconds: min(lookSecondsMax, max(firstLookSeconds, age)))
    }
}
