import Outbox
import Payments
import Postgres
import Subscriptions
import Vocabulary

extension Jobs {
    /// Billing jobs: they find what is due, then charge it, each in batches.
    package static func billing(
        _ charge: ChargeInvoices, _ later: ChargeLaterPayments, besides reactions: [Reaction] = [],
        now: @escaping @Sendable () -> Instant
    ) -> [Job] {
        let database = charge.caretaker.database
        let identify = charge.caretaker.identify
        let look = LookAtEnrolments(charge.caretaker)
        let move = MoveClocks(charge, later, now: now)
        let react = React(
            SubscriptionReactions.all(now: now, identify: identify) + reactions)
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
                try await charge(at: now)
            },
            Job(
                name: chargeLaterPayments, everyMilliseconds: 1_000,
                batch: ChargeLaterPayments.batch
            ) { now in
                try await later(.everybody, at: now)
            },
            Job(
                name: "react to events", everyMilliseconds: 500, batch: React.batch,
                next: chargeLaterPayments
            ) { _ in
                try await database.transaction { try react(in: $0) }
            },
            Job(
                name: "look at enrolments", everyMilliseconds: 5_000,
                batch: LookAtEnrolments.batch
            ) { now in
                try await look(at: now)
            },
            Job(
                name: "forget old quotes", everyMilliseconds: 3_600_000, batch: ForgetQuotes.batch
            ) { now in
                try await ForgetQuotes(now: now)(on: database)
            },
            Job(name: "move test clocks", everyMilliseconds: 250, batch: MoveClocks.batch) { _ in
                try await move()
            },
        ]
    }

    private static let chargeInvoices = "charge invoices"
    private static let chargeLaterPayments = "charge later payments"
}
