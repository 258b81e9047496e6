import HTTP
import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

/// Routes for the endpoints to which a merchant's events are delivered.
extension Services {
    var webhookRoutes: [Route] {
        let endpoints = "/v1/webhook-endpoints"
        let endpoint = endpoints + "/{endpoint}"
        return [
            route(.get, endpoints, for: [.read, .write], listEndpoints),
            route(.post, endpoints, for: .write, openEndpoint),
            route(.get, endpoint, for: [.read, .write], showEndpoint),
            route(.patch, endpoint, for: .write, changeEndpoint),
            route(.delete, endpoint, for: .write, deleteEndpoint),
            route(
                .post, endpoint + "/rotate-secret", for: .write, body: .jsonOptional, rotateSecret),
        ]
    }

    /// A deployment that takes longer than a week to change a secret should create a second
    /// endpoint.
    private static let overlapHoursMax: Int64 = 7 * 24
    private static let overlapHoursDefault: Int64 = 24

    @Sendable private func listEndpoints(_ call: Call) async throws -> Response {
        try await list(WebhookEndpoint.self, of: call.merchant.number, call) { $0.write(to: &$1) }
    }

    @Sendable private func openEndpoint(_ call: Call) async throws -> Response {
        let document = try call.document()
        let live = call.merchant.live
        let asked = try Call.read(document.root) { fields -> EndpointRequest? in
            EndpointRequest(reading: fields, live: live)
        }
        let id = WebhookEndpoint.ID(merchant: call.merchant.number, uuid: call.identify())
        let secret = SigningSecret()
        let open = CreateEndpoint(
            endpoint: WebhookEndpoint(
                id: id, url: asked.url, eventTypes: asked.eventTypes,
                description: asked.description,
                secrets: EndpointSecrets(secret, of: id, keys: keys), createdAt: call.now,
                changedAt: call.now))
        return try await call.idempotent(document) { transaction in
            Answer(201, try open(in: transaction), with: secret)
        }
    }

    @Sendable private func showEndpoint(_ call: Call) async throws -> Response {
        let find = FindEndpoint(endpoint: try call.identifier("endpoint"))
        let endpoint = try await database.transaction { try find(in: $0) }
        return Answer { endpoint.write(to: &$0) }.response
    }

    @Sendable private func changeEndpoint(_ call: Call) async throws -> Response {
        let document = try call.document()
        let (live, now) = (call.merchant.live, call.now)
        let change = ChangeEndpoint(endpoint: try call.identifier("endpoint"), now: now) { old in
            try Call.read(document.root) { old.changed(by: $0, live: live, at: now) }
        }
        let endpoint = try await database.transaction { try change(in: $0) }
        return Answer { endpoint.write(to: &$0) }.response
    }

    @Sendable private func deleteEndpoint(_ call: Call) async throws -> Response {
        let delete = DeleteEndpoint(endpoint: try call.identifier("endpoint"), now: call.now)
        try await database.transaction { try delete(in: $0) }
        return Response(status: 204)
    }

    @Sendable private func rotateSecret(_ call: Call) async throws -> Response {
        let document = try call.request.body.isEmpty ? nil : call.document()
        var hours = Self.overlapHoursDefault
        if let document {
            hours = try Call.read(document.root) { fields in
                let hours = fields.integer("overlapHours", in: 0...Self.overlapHoursMax)
                fields.refuseUnknown()
                return hours ?? Self.overlapHoursDefault
            }
        }
        let secret = SigningSecret()
        let rotate = RotateSecret(
            endpoint: try call.identifier("endpoint"), secret: secret,
            overlapSeconds: hours * 3_600, keys: keys, now: call.now)
        return try await call.idempotent(document) { transaction in
            Answer(200, try rotate(in: transaction), with: secret)
        }
    }
}

extension Answer {
    /// The answer with the secret, which is shown only this once: a replayed answer omits it.
    fileprivate init(_ status: Int, _ endpoint: WebhookEndpoint, with secret: SigningSecret) {
        let shown = Writer.write {
            endpoint.write(membersTo: &$0)
            $0.member("secret", secret.text)
        }
        self.init(status, shown, stored: Writer.value { endpoint.write(to: &$0) })
    }
}
