import Outbox
import Payments
import Postgres
import Subscriptions
import Vocabulary

extension Jobs {
    /// Billing jobs: they find what is due, then charge it, each in batches.
    package static func billing(
        _ charge: ChargeInvoices, _ chargeScheduled: ChargeScheduledPayments,
        besides handlers: [EventHandler] = [],
        now: @escaping @Sendable () -> Instant
    ) -> [Job] {
        let paymentContext = charge.paymentContext
        let database = paymentContext.database
        let recover = RecoverEnrollments(paymentContext)
        let move = MoveClocks(charge, chargeScheduled, now: now)
        let dispatch = DispatchEvents(
            SubscriptionEventHandlers.all(moment: { paymentContext.moment(now()) }) + handlers)
        return [
            Job(
                name: "advance subscriptions", everyMilliseconds: 1_000,
                batch: AdvanceSubscriptions.batch,
                next: chargeInvoices
            ) { now in
                let advance = AdvanceSubscriptions(
                    .realTime, at: BillingTime(paymentContext.moment(now)))
                return try await database.transaction { try advance(in: $0) }
            },
            Job(
                name: chargeInvoices, everyMilliseconds: 1_000, batch: ChargeInvoices.batch
            ) { now in
                try await charge(at: now)
            },
            Job(
                name: chargeLaterPayments, everyMilliseconds: 1_000,
                batch: ChargeScheduledPayments.batch
            ) { now in
                try await chargeScheduled(.realTime, at: now)
            },
            Job(
                name: "dispatch events", everyMilliseconds: 500, batch: DispatchEvents.batch,
                next: chargeLaterPayments
            ) { _ in
                try await database.transaction { try dispatch(in: $0) }
            },
            Job(
                name: "recover enrollments", everyMilliseconds: 5_000,
                batch: RecoverEnrollments.batch
            ) { now in
                try await recover(at: now)
            },
            Job(
                name: "delete expired quotes", everyMilliseconds: 3_600_000,
                batch: DeleteExpiredQuotes.batch
            ) { now in
                try await DeleteExpiredQuotes(now: now)(on: database)
            },
            Job(name: "advance test clocks", everyMilliseconds: 250, batch: MoveClocks.batch) { _ in
                try await move()
            },
        ]
    }

    private static let chargeInvoices = "charge invoices"
    private static let chargeLaterPayments = "charge later payments"
}
