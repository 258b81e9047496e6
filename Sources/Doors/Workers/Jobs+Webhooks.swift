import Outbox

extension Jobs {
    /// The job that notices if the database was restored into another cluster while this process
    /// ran.
    ///
    /// - Parameter rebase: renumbers the events if necessary; returns 1 if it did, 0 otherwise.
    package static func rebaseEventNumbers(
        _ rebase: @escaping @Sendable () async throws -> Int
    ) -> Job {
        Job(name: "rebase event numbers", everyMilliseconds: 10_000) { _ in try await rebase() }
    }

    /// The job that sends events to endpoints; it runs twice a second.
    package static func deliverWebhooks(_ deliver: DeliverWebhooks) -> Job {
        Job(
            name: Jobs.deliver, everyMilliseconds: 500, batch: DeliverWebhooks.batch
        ) { _ in
            try await deliver()
        }
    }
}
