import Vocabulary

/// The two times of billing: that of the calendar, which a test clock may move, and that of the world, in
/// which money moves and events are told.
package struct BillingTime: Sendable {
    package let calendar: Instant
    package let world: Instant

    package init(calendar: Instant, world: Instant) {
        self.calendar = calendar
        self.world = world
    }

    /// Without a test clock they are one.
    package init(_ now: Instant) { self.init(calendar: now, world: now) }
}
