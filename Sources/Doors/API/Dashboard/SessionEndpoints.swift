import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// The sessions of the dashboard: a secret key is sent once and exchanged for a session.
enum SessionEndpoints {
    private static let path = "/dashboard/session"
    /// Enough for a key in its JSON object.
    private static let bodyBytesMax = 4_096

    static let all = [
        Endpoint(.get, path, for: .dashboard, bodyBytesMax: bodyBytesMax, show),
        Endpoint(.post, path, for: .dashboard, bodyBytesMax: bodyBytesMax, signIn),
        Endpoint(.delete, path, for: .dashboard, bodyBytesMax: bodyBytesMax, signOut),
    ]

    /// Shows the present session; answers 204 without one, because a page that asks makes no error.
    @Sendable private static func show(_ call: Call) async throws -> Response {
        try await call.services.session(of: call.request)?.answer(200) ?? Response(status: 204)
    }

    @Sendable private static func signIn(_ call: Call) async throws -> Response {
        let text = try call.read { fields -> String? in
            let key = fields.string(
                "key", minLength: 1, maxLength: Services.credentialBytesMax, required: true)
            fields.refuseUnknown()
            return key
        }
        let services = call.services
        guard let grant = try await services.grant(of: KeyText(text: text), call.request) else {
            throw Problem.badCredential
        }
        guard grant.key.kind == .secret else { throw Problem.wrongCredential([.read]) }
        _ = try services.limits.admit(.server(grant))
        // Signing in again ends the former session.
        if let former = try await services.session(of: call.request) {
            try await EndSession(session: former.session.id)(on: call.database)
        }
        let session = Session(
            id: Session.ID(merchant: grant.merchant.number, uuid: call.identify()),
            key: grant.key.id, createdAt: call.now)
        let open = OpenSession(session: session)
        let secret = try await call.run(open)
        var response = FindSession.Outcome(session: session, grant: grant).answer(201)
        response.headers.append(SessionCookie.write(secret, for: call.request))
        return response
    }

    @Sendable private static func signOut(_ call: Call) async throws -> Response {
        if let found = try await call.services.session(of: call.request) {
            try SameOriginCheck.require(call.request, of: found.session)
            try await EndSession(session: found.session.id)(on: call.database)
        }
        return Response(status: 204, headers: [SessionCookie.forget(for: call.request)])
    }
}

extension Services {
    fileprivate func session(of request: Request) async throws -> FindSession.Outcome? {
        guard let secret = SessionCookie.read(request) else { return nil }
        let find = FindSession(secret: secret, now: now())
        return try await limitingGuesses(request) { beforeQuery in
            try beforeQuery()
            return try await find(on: database, registry: registry)
        }
    }

    /// Authenticates a request of a dashboard page.
    func authenticate(
        byCookieOf request: Request, permission: Permission?
    ) async throws -> Caller {
        guard let found = try await session(of: request) else { throw Problem.noSession }
        try SameOriginCheck.require(request, of: found.session)
        try permission.map(found.grant.key.scope.require)
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
                    $0.member("scope", grant.key.scope.name)
                    $0.member(
                        "scopes",
                        Permission.allCases.filter(grant.key.scope.allows).map(\.rawValue))
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
