import Crypto
import Passes
import Postgres

extension Jobs {
    /// A template that was replaced reaches all its passes, a batch at a time.
    package static func passes(
        on database: Database, _ keys: KeyRing, address: @escaping @Sendable () -> WalletAddress
    ) -> [Job] {
        [
            Job(
                name: "bring passes into new templates", everyMilliseconds: 1_000,
                batch: BringTemplate.batch
            ) { now in
                try await BringTemplate(keys: keys, service: address(), now: now)(on: database)
            }
        ]
    }
}
