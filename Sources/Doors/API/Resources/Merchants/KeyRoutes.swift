import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// Routes that issue a merchant's keys, rotate them with an overlap, and revoke them.
extension Services {
    var keyRoutes: [Route] {
        [
            route(.get, "/v1/keys", for: [.read, .write], listKeys),
            route(.post, "/v1/keys", for: .write, issueKey),
            route(.post, "/v1/keys/{key}/rotate", for: .write, body: .jsonOptional, rotateKey),
            route(.delete, "/v1/keys/{key}", for: .write, revokeKey),
        ]
    }

    /// A deployment that takes longer than a week to change a key should issue a second one.
    private static let overlapSecondsMax: Int64 = 7 * 86_400
    private static let overlapSecondsDefault: Int64 = 86_400

    @Sendable private func listKeys(_ call: Call) async throws -> Response {
        let page = try call.page(of: APIKey.self)
        let list = ListKeys(merchant: call.merchant.number)
        let keys = try await database.transaction { try list(in: $0) }
        return listAnswer(page, of: keys.reversed(), id: \.id) { $0.write(to: &$1) }.response
    }

    @Sendable private func issueKey(_ call: Call) async throws -> Response {
        let document = try call.document()
        let issue = try Call.read(document.root) { fields -> IssueKey? in
            let kind = fields.value(
                "kind", maxLength: 16, required: true, detail: "secret or publishable",
                parse: APIKey.Kind.init(rawValue:))
            let scope = fields.value(
                "scope", maxLength: 16, detail: "read or write",
                parse: APIKey.Scope.init(rawValue:))
            fields.refuseUnknown()
            return kind.map { kind in
                IssueKey(
                    merchant: call.merchant.number, kind: kind,
                    scope: kind == .secret ? scope ?? .write : .read, expiresAt: nil,
                    identifier: call.identify(), now: call.now)
            }
        }
        return try await call.idempotent(document) { Answer(issued: try issue(in: $0)) }
    }

    @Sendable private func rotateKey(_ call: Call) async throws -> Response {
        let document = try call.request.body.isEmpty ? nil : call.document()
        var overlap = Self.overlapSecondsDefault
        if let document {
            overlap = try Call.read(document.root) { fields in
                let seconds = fields.integer("overlapSeconds", in: 0...Self.overlapSecondsMax)
                fields.refuseUnknown()
                return seconds ?? Self.overlapSecondsDefault
            }
        }
        let rotate = RotateKey(
            key: try call.identifier("key"), overlapSeconds: overlap, identifier: call.identify(),
            now: call.now)
        let response = try await call.idempotent(document) { Answer(issued: try rotate(in: $0)) }
        registry.forget(call.merchant.number)
        return response
    }

    @Sendable private func revokeKey(_ call: Call) async throws -> Response {
        let revoke = RevokeKey(key: try call.identifier("key"), now: call.now)
        let key = try await database.transaction { try revoke(in: $0) }
        registry.forget(call.merchant.number)
        return Answer { key.write(to: &$0) }.response
    }
}

extension APIKey {
    func write(to writer: inout Writer) { writer.object { write(membersTo: &$0) } }

    func write(membersTo writer: inout Writer) {
        writer.member("id", id.text)
        writer.member("kind", kind.rawValue)
        writer.member("scope", scope.rawValue)
        writer.member("hint", hint)
        writer.member("createdAt", createdAt.rfc3339)
        writer.member("expiresAt", ifPresent: expiresAt)
        writer.member("revokedAt", ifPresent: revokedAt)
    }
}

extension IssueKey.Outcome {
    func write(to writer: inout Writer, withSecrets: Bool) {
        writer.object {
            key.write(membersTo: &$0)
            if withSecrets { $0.member("secret", text.text) }
        }
    }
}

extension Answer {
    fileprivate init(issued outcome: IssueKey.Outcome) {
        self.init(
            201, Writer.value { outcome.write(to: &$0, withSecrets: true) },
            stored: Writer.value { outcome.write(to: &$0, withSecrets: false) })
    }
}
