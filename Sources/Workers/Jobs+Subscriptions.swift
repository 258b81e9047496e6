import Checkout
import Postgres
import Subscriptions
import Vocabulary

extension Jobs {
    /// Billing: what is due is found, then charged, each in batches.
    package static func billing(_ charge: ChargeInvoices, now: @escaping @Sendable () -> Instant)
        -> [Job]
    {
        let database = charge.caretaker.database
        let identify = charge.caretaker.identify
        let look = LookAtEnrolments(charge.caretaker)
        let move = MoveClocks(charge, now: now)
        return [
            Job(
                name: "begin periods", everyMilliseconds: 1_000, batch: TurnSubscriptions.batch,
                next: chargeInvoices
            ) { now in
                let turn = TurnSubscriptions(.everybody, at: BillingTime(now), identify: identify)
                return try await database.transaction { try turn(in: $0) }
            },
            Job(
                name: chargeInvoices, everyMilliseconds: 1_000, batch: ChargeInvoices.batch
            ) { now in
                try await charge(.everybody, at: now)
            },
            Job(
                name: "look at enrolments", everyMilliseconds: 5_000,
                batch: LookAtEnrolments.batch
            ) { now in
                try await look(at: now)
            },
            Job(name: "move test clocks", everyMilliseconds: 250, batch: MoveClocks.batch) { _ in
                try await move()
            },
        ]
    }

    private static let chargeInvoices = "charge invoices"
}
