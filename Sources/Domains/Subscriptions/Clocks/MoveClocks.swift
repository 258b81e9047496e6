import Payments
import Postgres
import Vocabulary

/// Moves test clocks toward their targets: from one due item to the next, each at its own moment
/// and in order, by the same verbs as in real time.
package struct MoveClocks: Sendable {
    private let charge: ChargeInvoices
    private let chargeScheduled: ChargeScheduledPayments
    /// Returns the real time.
    private let now: @Sendable () -> Instant

    package init(
        _ charge: ChargeInvoices, _ chargeScheduled: ChargeScheduledPayments,
        now: @escaping @Sendable () -> Instant
    ) {
        self.charge = charge
        self.chargeScheduled = chargeScheduled
        self.now = now
    }

    /// The number of clocks that move at the same time.
    package static let batch = 4
    /// The time for which a worker has a clock to itself without renewing its lease.
    private static let leaseSeconds: Int64 = 60
    /// The most steps and the longest time of one clock before others have their turn: if a
    /// processor does not answer, every step waits for it, and the other clocks wait too.
    private static let stepsMax = 200
    private static let timeSlice = Duration.seconds(2)

    /// - Returns: the number of clocks that this call moved; some may not have reached their
    ///   targets yet.
    package func callAsFunction() async throws -> Int {
        let moment = now()
        let found = try await charge.paymentContext.database.run(
            TestClock.claimAdvancing(
                at: moment, leasedUntil: moment.adding(seconds: Self.leaseSeconds),
                limit: Self.batch)
        ).map(TestClock.init(row:))
        return try await charge.paymentContext.each(found) { clock in
            try await move(clock)
            return true
        }
    }

    private func move(_ clock: TestClock) async throws {
        guard let target = clock.target else { return }
        var (at, steps) = (clock.at, 0)
        let end = ContinuousClock.now + Self.timeSlice
        while let due = try await nextDue(clock.id), due <= target {
            guard steps < Self.stepsMax, ContinuousClock.now < end else {
                _ = try await saveProgress(clock, at: at, isDone: nil)
                return
            }
            steps += 1
            // A due date in the past, after a fault, does not move the clock back.
            at = max(at, due)
            guard try await saveProgress(clock, at: at, isDone: false) else { return }
            try await step(clock.id, at: at)
        }
        _ = try await saveProgress(clock, at: target, isDone: true)
    }

    private func nextDue(_ clock: TestClock.ID) async throws -> Instant? {
        try await charge.paymentContext.database.run(TestClock.nextDue(clock)).first?.get("due_at")
    }

    private func step(_ clock: TestClock.ID, at moment: Instant) async throws {
        let time = BillingTime(calendar: moment, moment: charge.paymentContext.moment(now()))
        let advance = AdvanceSubscriptions(.clock(clock), at: time, limit: 1)
        let advanced = try await charge.paymentContext.database.transaction { try advance(in: $0) }
        if advanced > 0 { return }
        if try await charge(.clock(clock), at: moment, limit: 1) > 0 { return }
        _ = try await chargeScheduled(.clock(clock), at: moment, limit: 1)
    }

    /// Stores the clock's time and lease. The target stays until all is done, so that another
    /// server can finish the move if this one dies.
    ///
    /// - Parameter isDone: true at the target, false while this worker continues, nil to let any
    ///   worker continue at once.
    /// - Returns: false if another worker has moved the clock.
    private func saveProgress(
        _ clock: TestClock, at moment: Instant, isDone: Bool?
    ) async throws -> Bool {
        guard let goal = clock.target else { return false }
        var moved = clock
        moved.at = moment
        if isDone == true { moved.target = nil }
        let lease: Instant? =
            switch isDone {
            case true: nil
            case false: now().adding(seconds: Self.leaseSeconds)
            case nil: now()
            }
        return try await !charge.paymentContext.database.run(
            moved.move(to: goal, leasedUntil: lease)
        ).isEmpty
    }
}
