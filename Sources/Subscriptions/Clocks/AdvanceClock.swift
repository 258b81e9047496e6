import Postgres
import Vocabulary

/// Says where a test clock shall go; a worker takes it there, through everything that is due on the way.
package struct AdvanceClock: Sendable {
    package let clock: TestClock.ID
    package let target: Instant
    package let now: Instant

    package init(clock: TestClock.ID, target: Instant, now: Instant) {
        self.clock = clock
        self.target = target
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws -> TestClock {
        guard let row = try transaction.run(TestClock.lock(clock)).first else {
            throw SubscriptionRefusal.notFound
        }
        var moved = try TestClock(row: row)
        guard moved.target == nil else { throw SubscriptionRefusal.clockAdvancing }
        guard target > moved.at else { throw SubscriptionRefusal.clockBackwards(at: moved.at) }
        moved.target = target
        try transaction.later(moved.store(leasedUntil: now))
        try transaction.later(Enrolment.closeChanges(on: clock, at: now))
        return moved
    }
}
