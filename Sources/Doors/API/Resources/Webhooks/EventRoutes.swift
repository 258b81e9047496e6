import HTTP
import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

/// Routes for a merchant's events, for servers that read them instead of receiving webhooks.
extension Services {
    var eventRoutes: [Route] {
        [
            route(.get, "/v1/events", for: [.read, .write], listEvents),
            route(.get, "/v1/events/{event}", for: [.read, .write], showEvent),
        ]
    }

    @Sendable private func listEvents(_ call: Call) async throws -> Response {
        try await list(
            Event.self, of: call.merchant.number, call, knowing: ["type", "object", "order"]
        ) { query in
            var filter = Event.Filter()
            filter.type = query.value(
                "type", detail: "an event type, such as checkout.captured",
                parse: Event.Kind.init(rawValue:))
            filter.object = query.text("object", maxLength: 64)
            filter.isNewestFirst =
                query.value(
                    "order", detail: "oldest or newest",
                    parse: { ["oldest": false, "newest": true][$0] }) ?? false
            return filter
        } write: {
            $0.write(to: &$1)
        }
    }

    @Sendable private func showEvent(_ call: Call) async throws -> Response {
        let find = FindEvent(event: try call.identifier("event"))
        let event = try await database.transaction { try find(in: $0) }
        return Answer { event.write(to: &$0) }.response
    }
}
