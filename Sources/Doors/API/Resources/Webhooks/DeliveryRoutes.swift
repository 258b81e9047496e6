import HTTP
import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

/// Routes for deliveries: events for an endpoint, and each attempt with its time and its outcome.
extension Services {
    var deliveryRoutes: [Route] {
        let deliveries = "/v1/webhook-endpoints/{endpoint}/deliveries"
        return [
            route(.get, deliveries, for: [.read, .write], listDeliveries),
            route(.get, deliveries + "/{event}", for: [.read, .write], showDelivery),
            route(
                .post, deliveries + "/{event}/redeliver", for: .write, body: HTTP.BodyRule.none,
                redeliver),
        ]
    }

    @Sendable private func listDeliveries(_ call: Call) async throws -> Response {
        let endpoint: WebhookEndpoint.ID = try call.identifier("endpoint")
        return try await list(DeliveryRecord.self, of: endpoint, call, knowing: ["state"]) {
            query in
            var filter = DeliveryRecord.Filter()
            let words = Delivery.State.allCases.map(\.rawValue).joined(separator: ", ")
            filter.state = query.value(
                "state", detail: "one of \(words)", parse: Delivery.State.init(rawValue:))
            return filter
        } write: {
            $0.write(to: &$1)
        }
    }

    @Sendable private func showDelivery(_ call: Call) async throws -> Response {
        let show = FindDelivery(
            endpoint: try call.identifier("endpoint"), event: try call.identifier("event"))
        let (record, attempts) = try await database.transaction { try show(in: $0) }
        return Answer { writer in
            writer.object {
                record.write(membersTo: &$0)
                $0.array("attempts", attempts) { $0.write(to: &$1) }
            }
        }.response
    }

    @Sendable private func redeliver(_ call: Call) async throws -> Response {
        let redeliver = Redeliver(
            endpoint: try call.identifier("endpoint"), event: try call.identifier("event"),
            now: call.now)
        return try await call.idempotent(nil) { transaction in
            let record = try redeliver(in: transaction)
            return Answer(202) { record.write(to: &$0) }
        }
    }
}

extension DeliveryRecord {
    func write(to writer: inout Writer) { writer.object { write(membersTo: &$0) } }

    func write(membersTo writer: inout Writer) {
        writer.member("event", delivery.event.text)
        writer.member("endpoint", delivery.endpoint.text)
        writer.member("type", type.rawValue)
        writer.member("state", delivery.state.rawValue)
        writer.member("attemptCount", delivery.attempts)
        if delivery.state == .pending { writer.member("nextAt", delivery.nextAt.rfc3339) }
        writer.member("createdAt", delivery.createdAt.rfc3339)
        writer.member("endedAt", ifPresent: delivery.endedAt?.rfc3339)
        if let lastAttempt {
            writer.key("lastAttempt")
            lastAttempt.write(to: &writer)
        }
    }
}

extension DeliveryAttempt {
    func write(to writer: inout Writer) {
        writer.object {
            $0.member("number", number)
            $0.member("at", at.rfc3339)
            $0.member("milliseconds", milliseconds)
            $0.member("status", ifPresent: status.map(Int64.init))
            $0.member("failure", ifPresent: failure)
        }
    }
}
