import JSON
import Outbox

extension Problem {
    init(_ refusal: OutboxRefusal) {
        switch refusal {
        case .endpointNotFound, .eventNotFound, .deliveryNotFound: self = .notFound
        case .tooManyEndpoints:
            self.init(
                409, "too_many_endpoints",
                "a merchant can have at most \(Endpoint.countMax) webhook endpoints; delete one "
                    + "first"
            )
        case .endpointDisabled:
            self.init(
                409, "endpoint_disabled",
                "the webhook endpoint is disabled; enable it first")
        case .eventOfCursorNotFound:
            self = .badFields([
                FieldProblem(
                    pointer: "?after", code: "invalid_value",
                    detail: "the nextCursor of an earlier page or the id of an event; events are "
                        + "kept for \(PurgeEvents.retentionDays) days")
            ])
        }
    }
}
