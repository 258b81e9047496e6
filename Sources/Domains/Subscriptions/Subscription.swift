import Balances
import Checkouts
import Customers
import Payments
import Processors
import Vocabulary

/// A buyer's agreement to recurring charges, with the current period.
package struct Subscription: Sendable, Identified {
    package static let identifierPrefix = "sub"
    package typealias ID = Identifier<Subscription>

    package enum State: String, CaseIterable, Sendable {
        case trialing, active
        case pastDue = "past_due"
        case paused, canceled, ended

        package var isOver: Bool { self == .canceled || self == .ended }

        /// The state's name in the API.
        package var apiName: String { self == .pastDue ? "pastDue" : rawValue }
    }

    /// The reason for which it ended, paused, or waits for its buyer.
    package enum Reason: String, Sendable {
        /// The buyer or the merchant requested it.
        case requested
        /// Its invoices were not paid.
        case unpaid
        /// Only the buyer can replace its card.
        case cardNeeded = "card_needed"
        /// The buyer has disputed a payment.
        case disputed
        /// Its customer was erased.
        case erased
    }

    package let id: ID
    package let checkout: CheckoutSession.ID
    package var customer: Customer.ID?
    package var plan: Plan.ID
    package var planVersion: Int
    package var terms: PlanTerms
    package var card: SavedCard
    package let clock: TestClock.ID?
    package var state: State
    package let country: Country
    package var anchor: Instant
    package var anchorPeriod: Int
    /// The nominal day of the month that a change has kept: the anchor's month may be too short for
    /// it.
    package var anchorDay: Int? = nil
    package var origin: Int
    /// The agreed free and cheaper phases that a change has kept, which come before the regular
    /// one. nil if no change was made: the phases of the plan apply.
    package var leadingPhases: [Phase]? = nil
    package var period: Int
    package var periodStart: Instant
    package var periodEnd: Instant
    /// The kind of the current period. It is stored because a change to other terms leaves a free
    /// period free.
    package var kind: Phase.Kind
    /// The number of the last period whose charge was announced.
    package var announcedPeriod: Int
    package var version: Int
    package var endsWithPeriod: Bool
    package var pausedAt: Instant?
    package var resumesAt: Instant?
    package var reason: Reason?
    package var next: Next?
    package var balance: Balance.ID?
    package var dueAt: Instant?
    package var events: Int
    package let reference: String?
    package let createdAt: Instant
    package var changedAt: Instant
    package var endedAt: Instant?

    /// A version of a plan that starts with the next period.
    package struct Next: Hashable, Sendable {
        package let plan: Plan.ID
        package let version: Int
    }

    package var schedule: Schedule {
        Schedule(
            terms, anchor: anchor, anchorPeriod: anchorPeriod, anchorDay: anchorDay,
            origin: origin, leadingPhases: leadingPhases)
    }

    /// True if the subscription has this version of the plan.
    func isOn(_ plan: Plan.ID, version: Int) -> Bool {
        self.plan == plan && planVersion == version
    }

    /// The phase of the current period.
    package var phase: Phase? {
        switch kind {
        case .regular: terms.regular
        case .introductory: schedule.phase(of: period)
        case .trial:
            Phase(
                kind: .trial, amount: .zero(terms.currency),
                interval: (schedule.phase(of: period) ?? terms.regular).interval, cycles: nil)
        }
    }

    /// The state of a subscription whose invoices are paid.
    var runningState: State { kind == .trial ? .trialing : .active }
}
