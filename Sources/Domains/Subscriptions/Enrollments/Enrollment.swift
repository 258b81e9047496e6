import Carts
import Checkouts
import Vocabulary

/// A checkout session that was opened for a subscription or a later payment, and its purpose.
package struct Enrollment: Sendable {
    /// The purpose of its payment.
    package enum Kind: String, Sendable { case begin, change, pay, later }

    package let checkout: CheckoutSession.ID
    package let kind: Kind
    /// nil for a later payment without a plan.
    package let plan: Plan.ID?
    package let planVersion: Int?
    package let clock: TestClock.ID?
    /// The existing subscription; nil if the payment starts one or permits a later payment.
    package let subscription: Subscription.ID?
    /// The quoted change.
    package let quote: Quote.ID?
    package let createdAt: Instant

    package init(
        _ kind: Kind, checkout: CheckoutSession.ID, plan: Plan.ID? = nil, planVersion: Int? = nil,
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

    /// The request that answers the buyer checks at once. A worker checks after this delay, then
    /// less and less often.
    static let firstCheckSeconds: Int64 = 30
    static let checkSecondsMax: Int64 = 3_600

    /// The time of the next check; nil once the checkout can no longer be paid.
    static func nextCheck(openedAt: Instant, at now: Instant) -> Instant? {
        let age = now.seconds(since: openedAt)
        guard age < CheckoutLimits.lifeSecondsMax + 86_400 else { return nil }
        return now.adding(seconds: min(checkSecondsMax, max(firstCheckSeconds, age)))
    }
}
