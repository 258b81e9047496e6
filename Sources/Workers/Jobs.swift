import Balances
import Checkout
import Idempotency
import Postgres
import Vocabulary

/// The table of jobs: what comes back by itself, how often, and how much of it at a time.
package enum Jobs {
    package static func all(database: Database, recover: RecoverAttempts) -> [Job] {
        [
            Job(
                name: "recover attempts", everyMilliseconds: 1_000,
                batch: RecoverAttempts.batch
            ) { now in
                try await recover(at: now)
            },
            Job(name: "expire holds", everyMilliseconds: 5_000, batch: ExpireHolds.batch) { now in
                let expire = ExpireHolds(now: now) { recover.identify(now) }
                return try await database.transaction { try expire(in: $0) }
            },
            Job(
                name: "expire balances", everyMilliseconds: 60_000, batch: ExpireBalances.batch
            ) { now in
                let expire = ExpireBalances(now: now) { recover.identify(now) }
                return try await database.transaction { try expire(in: $0) }
            },
            Job(name: "expire idempotency keys", everyMilliseconds: 600_000, batch: 1_000) { now in
                let before = now.adding(seconds: -ClaimExpiry.keptSeconds)
                return try await database.run(
                    ClaimExpiry.sweep(before: before.microseconds, batch: 1_000)
                ).count
            },
            Job(
                name: "forget abandoned contacts", everyMilliseconds: 3_600_000,
                batch: ForgetAbandoned.batch
            ) { now in
                try await ForgetAbandoned(now: now)(on: database)
            },
        ]
    }
}
