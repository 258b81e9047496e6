import Postgres
import Vocabulary

/// Sets the target of a test clock. A worker moves the clock there, through everything that becomes
/// due.
package struct AdvanceClock: Verb {
    package let clock: TestClock.ID
    package let target: Instant
    package let moment: Moment

    package init(clock: TestClock.ID, target: Instant, moment: Moment) {
        self.clock = clock
        self.target = target
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws -> TestClock {
        guard let row = try transaction.run(TestClock.lock(clock)).first else {
            throw SubscriptionRefusal.notFound
        }
        var moved = try TestClock(row: row)
        guard moved.target == nil else { throw SubscriptionRefusal.clockAdvancing }
        guard target > moved.at else { throw SubscriptionRefusal.clockBackwards(at: moved.at) }
        moved.target = target
        try transaction.enqueue(moved.store(leasedUntil: moment.now))
        try CancelChangeCheckouts(
            Enrollment.cancelChangeCheckouts(on: clock, at: moment.now), at: moment)(
                in: transaction)
        return moved
    }
}
