import Vocabulary

/// The two times of billing: calendar time, which a test clock may move, and real time, in which
/// payments are made and events delivered.
package struct BillingTime: Sendable {
    package let calendar: Instant
    package let moment: Moment

    package init(calendar: Instant, moment: Moment) {
        self.calendar = calendar
        self.moment = moment
    }

    /// Without a test clock both are the same.
    package init(_ moment: Moment) { self.init(calendar: moment.now, moment: moment) }

    package var wallClock: Instant { moment.now }
}
