import Vocabulary

/// The two times of billing: calendar time, which a test clock may move, and real time, in which
/// payments are made and events delivered.
package struct BillingTime: Sendable {
    package let calendar: Instant
    package let wallClock: Instant

    package init(calendar: Instant, wallClock: Instant) {
        self.calendar = calendar
        self.wallClock = wallClock
    }

    /// Without a test clock both are the same.
    package init(_ now: Instant) { self.init(calendar: now, wallClock: now) }
}
