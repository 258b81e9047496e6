import Balances
import Checkout
import Customers
import Processors
import Vocabulary

/// A buyer's agreement to pay again and again, with the period that runs.
package struct Subscription: Sendable, Identified {
    package static let identifierPrefix = "sub"
    package typealias ID = Identifier<Subscription>

    package enum State: String, CaseIterable, Sendable {
        case trialing, active
        case pastDue = "past_due"
        case paused, canceled, ended

        package var isOver: Bool { self == .canceled || self == .ended }

        /// As the API says it.
        package var word: String { self == .pastDue ? "pastDue" : rawValue }
    }

    /// Why it ended, or why it waits for its buyer.
    package enum Reason: String, Sendable {
        /// Somebody wished it.
        case requested
        /// Its invoices were not paid.
        case unpaid
        /// Its card can be mended by its buyer only.
        case cardNeeded = "card_needed"
        /// A bank has taken the money back.
        case disputed
        /// Its buyer was erased.
        case erased
    }

    package let id: ID
    package let checkout: Sheet.ID
    package var customer: Customer.ID?
    package var plan: Plan.ID
    package var planVersion: Int
    package var terms: PlanTerms
    package var card: KeptCard
    package let clock: TestClock.ID?
    package var state: State
    package let country: Country
    package var anchor: Instant
    package var anchorPeriod: Int
    package var origin: Int
    /// Trials and introductions are for those who begin: whoever has changed has only the regular phase.
    package var isRegularOnly: Bool
    package var period: Int
    package var periodStart: Instant
    package var periodEnd: Instant
    /// As it began: a change to other terms leaves a free period free.
    package var kind: Phase.Kind
    /// What the whole of it is worth under the terms of now; nothing where nothing was charged for it.
    package var worth: Money
    package var announced: Int
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

    /// A version of a plan that begins with the next period.
    package struct Next: Hashable, Sendable {
        package let plan: Plan.ID
        package let version: Int
    }

    package var schedule: Schedule {
        Schedule(
            terms, anchor: anchor, anchorPeriod: anchorPeriod, origin: origin,
            isRegularOnly: isRegularOnly)
    }

    /// Whether it runs under a version of a plan.
    func isOn(_ plan: Plan.ID, version: Int) -> Bool {
        self.plan == plan && planVersion == version
    }

    /// The phase of the period that runs.
    package var phase: Phase? {
        switch kind {
        case .regular: terms.regular
        case .introductory: schedule.phase(of: period)
        case .trial:
            Phase(
                kind: .trial, amount: .zero(terms.currency), interval: terms.regular.interval,
                cycles: nil)
        }
    }

    /// The state of one whose invoices are paid.
    var runningState: State { kind == .trial ? .trialing : .active }
}
