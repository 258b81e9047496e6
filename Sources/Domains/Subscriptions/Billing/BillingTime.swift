import Vocabulary

/// The two kinds of time of billing. Without a test clock both are the same.
///
/// - Calendar time, `calendar`, decides what is due: periods, invoices, retries, quotes. A test
///   clock may move it. `calendarSecond` is the same in whole seconds, for dates of a subscription.
/// - Real time, `wallClock`, dates payments, events, checkouts and balances. `moment` has this
///   time.
package struct BillingTime: Sendable {
    package let calendar: Instant
    package let moment: Moment

    package init(calendar: Instant, moment: Moment) {
        self.calendar = calendar
        self.moment = moment
    }

    package init(_ moment: Moment) { self.init(calendar: moment.now, moment: moment) }

    package var wallClock: Instant { moment.now }

    /// Calendar time in whole seconds, because periods are counted in whole seconds.
    var calendarSecond: Instant { Instant(seconds: calendar.microseconds / 1_000_000) }
}
