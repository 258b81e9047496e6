import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// Routes that sign in to the dashboard and out: a secret key is sent once and exchanged for a
/// session.
extension Services {
    private static let path = "/dashboard/session"

    var sessionRoutes: [Route] {
        [
            guarded(.get, showSession), guarded(.post, signIn), guarded(.delete, signOut),
        ]
    }

    private func guarded(
        _ method: HTTP.Method, _ handler: @escaping @Sendable (Request) async throws -> Response
    ) -> Route {
        Route(method, Self.path, bodyBytesMax: Self.bodyBytesMax) { request, _ in
            do {
                try SameOriginCheck.require(request)
                return try await handler(request)
            } catch {
                return self.problem(for: error, request.id).response(requestID: request.id)
            }
        }
    }

    /// Enough for a key in its JSON object.
    private static let bodyBytesMax = 4_096

    /// Shows the present session; answers 204 without one, because a page that asks makes no error.
    @Sendable private func showSession(_ request: Request) async throws -> Response {
        guard let found = try await session(of: request) else { return Response(status: 204) }
        return found.answer(200)
    }

    @Sendable private func signIn(_ request: Request) async throws -> Response {
        let text = try Call.read(try request.document().root) { fields -> String? in
            let key = fields.string(
                "key", minLength: 1, maxLength: Services.credentialBytesMax, required: true)
            fields.refuseUnknown()
            return key
        }
        guard let grant = try await grant(of: KeyText(text: text), request) else {
            throw Problem.badCredential
        }
        guard grant.key.kind == .secret else { throw Problem.wrongCredential([.read]) }
        _ = try limits.admit(.server(grant))
        // Signing in again ends the former session.
        if let former = try await session(of: request) {
            try await EndSession(session: former.session.id)(on: database)
        }
        let now = now()
        let session = Session(
            id: Session.ID(merchant: grant.merchant.number, uuid: identify(now)), key: grant.key.id,
            createdAt: now)
        let open = OpenSession(session: session)
        let secret = try await database.transaction { try open(in: $0) }
        var response = FindSession.Outcome(session: session, grant: grant).answer(201)
        response.headers.append(SessionCookie.write(secret, for: request))
        return response
    }

    @Sendable private func signOut(_ request: Request) async throws -> Response {
        if let found = try await session(of: request) {
            try SameOriginCheck.require(request, of: found.session)
            try await EndSession(session: found.session.id)(on: database)
        }
        return Response(status: 204, headers: [SessionCookie.forget(for: request)])
    }

    func session(of request: Request) async throws -> FindSession.Outcome? {
        guard let secret = SessionCookie.read(request) else { return nil }
        let find = FindSession(secret: secret, now: now())
        return try await limitingGuesses(request) { beforeQuery in
            try beforeQuery()
            return try await find(on: database, registry: registry)
        }
    }

    /// Authenticates a request of a dashboard page.
    func authenticate(byCookieOf request: Request, for access: Access) async throws -> Caller {
        guard let found = try await session(of: request) else { throw Problem.noSession }
        try SameOriginCheck.require(request, of: found.session)
        guard access.contains(.read) || found.grant.key.scope == .write else {
            throw Problem.insufficientScope
        }
        return .server(found.grant)
    }
}

extension FindSession.Outcome {
    fileprivate func answer(_ status: Int) -> Response {
        Answer(status) { writer in
            writer.object { body in
                body.member("id", session.id.text)
                body.member("expiresAt", session.expiresAt)
                body.object("merchant") {
                    $0.member("id", grant.merchant.identifier)
                    $0.member("name", grant.merchant.name)
                    $0.member("live", grant.merchant.live)
                }
                body.object("key") {
                    $0.member("id", grant.key.id.text)
                    $0.member("hint", grant.key.hint)
                    $0.member("scope", grant.key.scope.rawValue)
                }
            }
        }.response
    }
}

extension Problem {
    fileprivate static let noSession = unauthenticated(
        "the session has ended or its key was revoked: sign in with a secret key",
        code: "no_session")
}
