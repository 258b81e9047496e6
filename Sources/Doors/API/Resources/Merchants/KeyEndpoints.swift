import HTTP
import JSON
import Merchants
import Postgres

/// A merchant's keys, which are issued, rotated with an overlap, and revoked.
enum KeyEndpoints {
    /// A deployment that takes longer than a week to change a key should issue a second one.
    private static let overlapSecondsMax: Int64 = 7 * 86_400
    private static let overlapSecondsDefault: Int64 = 86_400

    static let all: [Endpoint] = [
        Endpoint(
            ListEndpoint(all: "/v1/keys", id: \.id) { call in
                let list = ListKeys(merchant: call.merchant.number)
                return try await call.run(list).reversed()
            } write: {
                $0.write(to: &$2)
            }),
        .once(.post, "/v1/keys", issue, answer: answer),
        .once(.post, "/v1/keys/{key}/rotate", body: .jsonOptional, rotate, answer: answer)
            .afterCommit { $0.registry.forget($0.merchant.number) },
        .change(.delete, "/v1/keys/{key}") {
            RevokeKey(key: try $0.identifier("key"), by: $0.scope, now: $0.now)
        }
        .afterCommit { $0.registry.forget($0.merchant.number) },
    ]

    @Sendable private static func issue(_ call: Call, _ fields: ObjectReader) -> IssueKey? {
        let kind = fields.choice("kind", of: APIKey.Kind.self, required: true)
        let scope = APIKey.Scope(reading: fields, of: kind)
        let name = fields.label("name", maxLength: APIKey.nameLengthMax)
        fields.refuseUnknown()
        return kind.map { kind in
            IssueKey(
                merchant: call.merchant.number, kind: kind,
                scope: kind == .secret ? scope ?? .write : .read, name: name, by: call.scope,
                identifier: call.identify(), now: call.now)
        }
    }

    @Sendable private static func rotate(_ call: Call, _ fields: ObjectReader) throws -> RotateKey {
        let seconds = fields.integer("overlapSeconds", in: 0...overlapSecondsMax)
        fields.refuseUnknown()
        return RotateKey(
            key: try call.identifier("key"), overlapSeconds: seconds ?? overlapSecondsDefault,
            by: call.scope, identifier: call.identify(), now: call.now)
    }

    /// The key's text is shown only this once: a replayed answer omits it.
    @Sendable private static func answer(_ issued: IssueKey.Outcome, _ call: Call) -> Answer {
        Answer(201) {
            issued.write(to: &$0, withSecrets: true)
        } storing: {
            issued.write(to: &$0, withSecrets: false)
        }
    }
}

extension Call {
    /// The scope of the caller's key.
    fileprivate var scope: APIKey.Scope {
        if case .server(let grant) = caller { grant.key.scope } else { .restricted([]) }
    }
}
