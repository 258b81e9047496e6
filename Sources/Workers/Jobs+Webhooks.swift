import Outbox

extension Jobs {
    /// Sends events to endpoints. It looks twice a second; an event is there before its buyer is.
    package static func deliverWebhooks(_ deliver: DeliverWebhooks) -> Job {
        Job(
            name: Jobs.deliver, everyMilliseconds: 500, batch: DeliverWebhooks.batch
        ) { _ in
            try await deliver()
        }
    }
}
