import Balances
import Idempotency
import Outbox
import Payments
import Postgres
import Vocabulary

/// The table of jobs, each with its interval and its batch.
package enum Jobs {
    package static func all(_ paymentContext: PaymentContext) -> [Job] {
        let database = paymentContext.database
        let recover = RecoverAttempts(paymentContext)
        let recoverOperations = RecoverOperations(paymentContext)
        let expire = ExpireAuthorizations(paymentContext)
        let unlinked = EraseByEmail(paymentContext)
        return [
            Job(
                name: "recover attempts", everyMilliseconds: 1_000,
                batch: RecoverAttempts.batch
            ) { now in
                try await recover(at: now)
            },
            Job(name: "expire holds", everyMilliseconds: 5_000, batch: ExpireHolds.batch) { now in
                let sweep = ExpireHolds(moment: paymentContext.moment(now))
                return try await database.transaction { try sweep(in: $0) }
            },
            Job(
                name: "expire balances", everyMilliseconds: 60_000, batch: ExpireBalances.batch
            ) { now in
                let sweep = ExpireBalances(moment: paymentContext.moment(now))
                return try await database.transaction { try sweep(in: $0) }
            },
            Job(
                name: "recover captures and refunds", everyMilliseconds: 1_000,
                batch: RecoverOperations.batch
            ) { now in
                try await recoverOperations(at: now)
            },
            Job(
                name: "expire authorizations", everyMilliseconds: 60_000,
                batch: ExpireAuthorizations.batch
            ) { now in
                try await expire(at: now)
            },
            Job(name: "expire idempotency keys", everyMilliseconds: 600_000, batch: 1_000) { now in
                let before = now.adding(seconds: -ClaimExpiry.retentionSeconds)
                return try await database.run(
                    ClaimExpiry.sweep(before: before.microseconds, batch: 1_000)
                ).count
            },
            Job(
                name: "erase abandoned contacts", everyMilliseconds: 3_600_000, batch: .max
            ) { now in
                try await EraseAbandoned(now: now)(on: database)
            },
            Job(
                name: "erase unlinked contacts", everyMilliseconds: 10_000,
                batch: EraseByEmail.batch
            ) { now in
                try await unlinked(at: now)
            },
            Job(
                name: "fan out events", everyMilliseconds: fanOutMilliseconds,
                batch: FanOutEvents.batch, next: deliver
            ) { now in
                try await FanOutEvents(now: now)(on: database)
            },
            Job(
                name: "purge old events", everyMilliseconds: 3_600_000, batch: PurgeEvents.batch
            ) { now in
                try await PurgeEvents(now: now)(on: database)
                    + DeleteTokenNotices(now: now)(on: database)
            },
        ]
    }

    /// The longest time that an event waits before its delivery begins, if no other work delays it.
    /// A run that finds nothing is one statement of a tenth of a millisecond, which writes nothing.
    private static let fanOutMilliseconds: Int64 = 250

    /// The job that sends the fanned-out events.
    package static let deliver = "deliver events"
}
