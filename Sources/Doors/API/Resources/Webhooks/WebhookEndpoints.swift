import HTTP
import JSON
import Outbox

/// The endpoints to which a merchant's events are delivered.
enum WebhookEndpoints {
    private static let one = "/v1/webhook-endpoints/{endpoint}"

    /// A deployment that takes longer than a week to change a secret should create a second
    /// endpoint.
    private static let overlapHoursMax: Int64 = 7 * 24
    private static let overlapHoursDefault: Int64 = 24

    static let all: [Endpoint] = [
        Endpoint(ListEndpoint<WebhookEndpoint>("/v1/webhook-endpoints")),
        .transact(.post, "/v1/webhook-endpoints") { call, fields in
            let secret = SigningSecret()
            return WebhookEndpoint(reading: fields, signingWith: secret, call).map { endpoint in
                let open = CreateEndpoint(endpoint: endpoint)
                return { Answer(201, try open(in: $0), with: secret) }
            }
        },
        .show(one) { FindEndpoint(endpoint: try $0.identifier("endpoint")) },
        .change(.patch, one) { call in
            let document = try call.document()
            return ChangeEndpoint(endpoint: try call.identifier("endpoint"), now: call.now) { old in
                try Call.read(document.root) { old.changed(by: $0, call) }
            }
        },
        .delete(one) { DeleteEndpoint(endpoint: try $0.identifier("endpoint"), now: $0.now) },
        .transact(.post, one + "/rotate-secret", body: .jsonOptional) { call, fields in
            let hours = fields.integer("overlapHours", in: 0...overlapHoursMax)
            fields.refuseUnknown()
            let secret = SigningSecret()
            let rotate = RotateSecret(
                endpoint: try call.identifier("endpoint"), secret: secret,
                overlapSeconds: (hours ?? overlapHoursDefault) * 3_600, keys: call.keys,
                now: call.now)
            return { Answer(200, try rotate(in: $0), with: secret) }
        },
    ]
}

extension Answer {
    /// The answer with the secret, which is shown only this once: a replayed answer omits it.
    fileprivate init(_ status: Int, _ endpoint: WebhookEndpoint, with secret: SigningSecret) {
        self.init(status) { writer in
            writer.object {
                endpoint.write(membersTo: &$0)
                $0.member("secret", secret.text)
            }
        } storing: {
            endpoint.write(to: &$0)
        }
    }
}
