import Postgres
import Vocabulary

/// Sets the target of a test clock. A worker moves the clock there, through everything that becomes
/// due.
package struct AdvanceClock: Sendable {
    package let clock: TestClock.ID
    package let target: Instant
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        clock: TestClock.ID, target: Instant, now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.clock = clock
        self.target = target
        self.now = now
        self.identify = identify
    }

    package func callAsFunction(in transaction: Transaction) throws -> TestClock {
        guard let row = try transaction.run(TestClock.lock(clock)).first else {
            throw SubscriptionRefusal.notFound
        }
        var moved = try TestClock(row: row)
        guard moved.target == nil else { throw SubscriptionRefusal.clockAdvancing }
        guard target > moved.at else { throw SubscriptionRefusal.clockBackwards(at: moved.at) }
        moved.target = target
        try transaction.enqueue(moved.store(leasedUntil: now))
        try CancelChangeCheckouts(
            Enrollment.cancelChangeCheckouts(on: clock, at: now), at: now, identify: identify)(
                in: transaction)
        return moved
    }
}
