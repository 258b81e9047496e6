import Vocabulary

/// The two times of billing: calendar time, which a test clock may move, and real time, in which
/// payments are made and events delivered.
package struct BillingTime: Sendable {
    package let calendar: Instant
    package let world: Instant

    package init(calendar: Instant, world: Instant) {
        self.calendar = calendar
        self.world = world
    }

    /// Without a test clock both are the same.
    package init(_ now: Instant) { self.init(calendar: now, world: now) }
}
