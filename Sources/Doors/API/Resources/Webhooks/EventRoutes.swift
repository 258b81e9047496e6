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
        let merchant = call.merchant.number
        let list = try call.list(knowing: ["type", "object", "order"]) { query in
            var list = ListEvents(merchant: merchant, limit: query.limit())
            list.after = query.cursor(of: Event.self).map {
                Event.ID(merchant: merchant, uuid: $0)
            }
            list.type = query.value(
                "type", detail: "an event type, such as checkout.captured",
                parse: Event.Kind.init(rawValue:))
            list.object = query.text("object", maxLength: 64)
            list.isNewestFirst =
                query.value(
                    "order", detail: "oldest or newest",
                    parse: { ["oldest": false, "newest": true][$0] }) ?? false
            return list
        }
        let events = try await reading(call) {
            try await database.transaction { try list(in: $0) }
        }
        return listAnswer(
            events, limit: list.limit, of: Event.self, merchant, cursor: \.id.text
        ) { $0.write(to: &$1) }.response
    }

    @Sendable private func showEvent(_ call: Call) async throws -> Response {
        let find = FindEvent(event: try call.identifier("event"))
        let event = try await database.transaction { try find(in: $0) }
        return Answer { event.write(to: &$0) }.response
    }
}
