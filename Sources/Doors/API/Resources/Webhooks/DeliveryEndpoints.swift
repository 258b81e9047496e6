import HTTP
import JSON
import Outbox
import Postgres

/// Deliveries: events for an endpoint, and each attempt with its time and its outcome.
enum DeliveryEndpoints {
    private static let every = "/v1/webhook-endpoints/{endpoint}/deliveries"

    static let all: [Endpoint] = [
        Endpoint(
            ListEndpoint<DeliveryRecord>(
                every, of: { try $0.identifier("endpoint") }, filters: ["state"]
            ) { query, _ in
                var filter = DeliveryRecord.Filter()
                let words = Delivery.State.allCases.map(\.rawValue).joined(separator: ", ")
                filter.state = query.value(
                    "state", detail: "one of \(words)", parse: Delivery.State.init(rawValue:))
                return filter
            } write: {
                $0.write(to: &$2)
            }),
        .show(every + "/{event}") { call in
            let find = FindDelivery(
                endpoint: try call.identifier("endpoint"), event: try call.identifier("event"))
            return try await call.run(find)
        } write: { found, _, writer in
            writer.object {
                found.record.write(membersTo: &$0)
                $0.array("attempts", found.attempts) { $0.write(to: &$1) }
            }
        },
        .act(every + "/{event}/redeliver", status: 202) { call in
            Redeliver(
                endpoint: try call.identifier("endpoint"), event: try call.identifier("event"),
                now: call.now)
        },
    ]
}
