import Credentials
import Crypto
import Postgres
import Vocabulary

extension Jobs {
    private static let batch = 100

    /// Jobs for merchants' credentials: certificates that expire soon, and data keys under an old
    /// master key.
    package static func credentials(
        on database: Database, _ keys: KeyRing,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) -> [Job] {
        [
            // The last warning comes a day before the expiry, so an hourly run is enough.
            Job(name: "warn of certificate expiry", everyMilliseconds: 3_600_000, batch: batch) {
                now in
                let warn = WarnOfExpiry(limit: batch, moment: Moment(now, identify: identify))
                return try await database.transaction { try warn(in: $0) }
            },
            Job(name: "rewrap data keys", everyMilliseconds: 60_000, batch: batch) { _ in
                let rewrap = RewrapDataKeys(keys: keys, limit: batch)
                return try await database.transaction { try rewrap(in: $0) }
            },
        ]
    }
}
