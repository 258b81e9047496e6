import Vocabulary

/// The reason why a call about events or endpoints is refused.
package enum OutboxRefusal: Error, Equatable, Sendable {
    case endpointNotFound
    case eventNotFound
    case deliveryNotFound
    /// The merchant has the maximum number of endpoints.
    case tooManyEndpoints
    /// The endpoint is disabled, so the server delivers no events to it.
    case endpointDisabled
    /// The event after which a list should continue was purged or never existed.
    case eventOfCursorNotFound
}

extension OutboxRefusal: Refusal {
    package var problem: ProblemDetails {
        switch self {
        case .endpointNotFound, .eventNotFound, .deliveryNotFound: .notFound
        case .tooManyEndpoints:
            .conflict(
                "too_many_endpoints",
                "a merchant can have at most \(WebhookEndpoint.countMax) webhook endpoints; delete one "
                    + "first"
            )
        case .endpointDisabled:
            .conflict(
                "endpoint_disabled",
                "the webhook endpoint is disabled; enable it first")
        case .eventOfCursorNotFound:
            .invalid(
                "?after",
                "the nextCursor of an earlier page or the id of an event; events are "
                    + "kept for \(PurgeEvents.retentionDays) days")
        }
    }
}
