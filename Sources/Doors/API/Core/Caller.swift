import Checkouts
import HTTP
import Merchants
import Payments
import SharedOrders
import Vocabulary

/// The party that a request speaks for.
enum Caller: Sendable {
    /// The operator of the server.
    case operatorKey
    /// A merchant's server.
    case server(Grant)
    /// A page of the merchant, with the publishable key.
    case page(Grant)
    /// A buyer's browser, with the secret of one checkout.
    case buyer(ClientSecret, Merchant)
    /// A holder of a shared order's link, and the participant that the holder has proved to be.
    case sharer(ShareToken, participant: Int?, Merchant)
    /// The demo's shop, which runs in this server.
    case demo(Merchant)
    /// A caller without a credential that the API knows: a phone, a processor, or anyone.
    case anonymous

    var merchant: Merchant? {
        switch self {
        case .operatorKey, .anonymous: nil
        case .server(let grant), .page(let grant): grant.merchant
        case .buyer(_, let merchant), .sharer(_, _, let merchant), .demo(let merchant): merchant
        }
    }

    /// True for a secret key with this permission, or a session of one.
    func has(_ permission: Permission) -> Bool {
        if case .server(let grant) = self { grant.key.scope.allows(permission) } else { false }
    }

    /// Separates the idempotency keys of different credentials (docs/api/idempotency.md).
    var scope: String {
        switch self {
        case .operatorKey: "op"
        case .server: "sk"
        case .page: "pk"
        case .buyer(let secret, _): CheckoutSession.claimScope(secret.checkout)
        case .sharer(let token, let participant, _):
            SharedOrder.claimScope(token.order, participant ?? 0)
        case .demo: "demo"
        case .anonymous: ""
        }
    }
}

extension Services {
    static func isOfDashboard(_ request: Request) -> Bool {
        request.path.hasPrefix(dashboardRoot + "/")
    }

    /// Authenticates the caller, if the endpoint takes such a credential.
    ///
    /// - Parameter permission: the permission that a secret key must have.
    func authenticate(
        _ request: Request, for access: KeyKinds, permission: Permission?
    ) async throws -> Caller {
        // The dashboard's endpoints take the session cookie in place of a key, and no other
        // credential.
        if Self.isOfDashboard(request) {
            return try await authenticate(byCookieOf: request, permission: permission)
        }
        guard let text = try bearer(of: request) else { throw Problem.noCredential }
        switch String(text.utf8.prefix(3)) {
        case "cs_": return try await buyer(text, access)
        case "sk_", "pk_":
            return try await merchant(KeyText(text: text), access, permission, request)
        case "op_":
            let key = KeyText(text: text)
            let known = try await limitingGuesses(request) { beforeQuery in
                try beforeQuery()
                return try await registry.isOperator(key) ? key : nil
            }
            guard known != nil else { throw Problem.badCredential }
            guard access.contains(.operatorKey) else { throw Problem.wrongCredential(access) }
            return .operatorKey
        default: throw Problem.badCredential
        }
    }

    /// The token in `Authorization`; nil without this header.
    func bearer(of request: Request) throws -> String? {
        let headers = request.headers.all("Authorization")
        guard let header = headers.first else { return nil }
        let parts = header.utf8.split(separator: UInt8(ascii: " "))
        guard headers.count == 1, let scheme = parts.first else { throw Problem.noCredential }
        guard scheme.isNamed("bearer") else {
            throw scheme.isNamed("basic") ? Problem.basicCredential : Problem.noCredential
        }
        guard parts.count == 2, parts[1].count <= Services.credentialBytesMax,
            let text = String(parts[1])
        else { throw Problem.badCredential }
        return text
    }

    /// Longer than any credential that the server issues.
    static let credentialBytesMax = 256

    private func buyer(_ text: String, _ access: KeyKinds) async throws -> Caller {
        guard let secret = ClientSecret(text, keys: keys),
            let merchant = try await registry.merchant(secret.checkout.merchant)
        else { throw Problem.badCredential }
        guard access.contains(.buyer) else { throw Problem.wrongCredential(access) }
        return .buyer(secret, merchant)
    }

    /// Looks a credential up. Each unknown one costs a query, so an address that sent too many is
    /// refused without one.
    ///
    /// - Parameter find: runs its argument before a query. A credential that is cached counts for
    ///   no limit.
    func limitingGuesses<Found>(
        _ request: Request, _ find: (_ beforeQuery: () throws -> Void) async throws -> Found?
    ) async throws -> Found? {
        var guess: Admission.Reservation?
        do {
            let found = try await find {
                guess = try proxies.buyer(of: request).map(limits.reserveKeyGuess)
            }
            if found != nil { guess?.release() }
            return found
        } catch {
            // The database did not answer, so the credential may be valid.
            guess?.release()
            throw error
        }
    }

    func grant(of text: KeyText, _ request: Request) async throws -> Grant? {
        try await limitingGuesses(request) {
            try await registry.grant(of: text, beforeQuery: $0)
        }
    }

    private func merchant(
        _ text: KeyText, _ access: KeyKinds, _ permission: Permission?, _ request: Request
    ) async throws -> Caller {
        guard let grant = try await grant(of: text, request) else { throw Problem.badCredential }
        switch grant.key.kind {
        case .publishable:
            guard access.contains(.page) else { throw Problem.wrongCredential(access) }
            return .page(grant)
        case .secret:
            guard let permission else { throw Problem.wrongCredential(access) }
            try grant.key.scope.require(permission)
            return .server(grant)
        }
    }
}

extension APIKey.Scope {
    func require(_ permission: Permission) throws {
        guard allows(permission) else { throw Problem.insufficientScope(permission) }
    }
}

extension Substring.UTF8View {
    /// True for this scheme, in any case (RFC 9110, 11.1).
    fileprivate func isNamed(_ scheme: StaticString) -> Bool {
        scheme.withUTF8Buffer { name in
            count == name.count && zip(self, name).allSatisfy { $0 | 0x20 == $1 }
        }
    }
}

extension Problem {
    static let noCredential = unauthenticated(
        "send exactly one API key, as Authorization: Bearer …", code: "missing_credential")
    /// Libraries send a user and a password if a URL contains them.
    static let basicCredential = unauthenticated(
        "this API does not take Basic authentication: send the API key as Authorization: Bearer …",
        code: "missing_credential")
    static let badCredential = Problem(ProblemDetails.badCredential)

    static func insufficientScope(_ permission: Permission) -> Problem {
        Problem(
            403, "insufficient_scope", "this key does not have the scope \(permission.rawValue)")
    }

    static func wrongCredential(_ access: KeyKinds) -> Problem {
        Problem(
            403, "wrong_credential", "this route requires a key that begins with \(access.prefixes)"
        )
    }

    static let challenge = [("WWW-Authenticate", "Bearer")]

    static func unauthenticated(_ detail: String, code: String) -> Problem {
        var problem = Problem(401, code, detail)
        problem.headers = challenge
        return problem
    }
}
