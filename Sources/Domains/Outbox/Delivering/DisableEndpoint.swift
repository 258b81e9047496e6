import Postgres
import Vocabulary

/// Disables an endpoint that is gone or has failed for too long, and emits an event about it.
struct DisableEndpoint: Verb {
    let endpoint: WebhookEndpoint.ID
    let reason: WebhookEndpoint.DisabledBecause
    let event: UUID128
    let now: Instant

    func callAsFunction(in transaction: Transaction) throws {
        guard
            var endpoint = try transaction.run(WebhookEndpoint.lock(endpoint)).first.map(
                WebhookEndpoint.init),
            endpoint.disabledAt == nil
        else { return }
        // The endpoint may have answered since the decision.
        if reason == .failing, !endpoint.hasFailedTooLong(at: now) { return }
        endpoint.disable(because: reason, at: now)
        endpoint.events += 1
        try transaction.enqueue(endpoint.store)
        try transaction.enqueue(Delivery.dropPending(to: endpoint.id, at: now))
        try transaction.enqueue(
            Event(
                id: Event.ID(merchant: endpoint.id.merchant, uuid: event),
                type: .webhookEndpointDisabled, object: endpoint.id.text,
                sequence: endpoint.events, data: endpoint.eventData, at: now
            ).insert)
    }
}

extension WebhookEndpoint {
    func hasFailedTooLong(at now: Instant) -> Bool {
        guard let failingSince else { return false }
        return now.seconds(since: failingSince) >= DeliverySchedule.disableAfterSeconds
    }
}
