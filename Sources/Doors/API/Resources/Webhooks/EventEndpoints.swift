import Outbox

/// A merchant's events, for servers that read them instead of receiving webhooks.
enum EventEndpoints {
    static let all: [Endpoint] = [
        Endpoint(
            ListEndpoint<Event>("/v1/events", filters: ["type", "object", "order"]) { query, _ in
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
            }),
        .show("/v1/events/{event}") { FindEvent(event: try $0.identifier("event")) },
    ]
}
