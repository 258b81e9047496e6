import Checkouts
import HTTP
import JSON
import PassContents
import Passes
import Vocabulary

/// Calls of phones: Apple's contract, with Apple's statuses (docs/rules/apple.md#7.1 and #8.1); and
/// the link with which a buyer gets a pass.
enum WalletEndpoints {
    static let all: [Endpoint] =
        endpoints(of: .pass) + endpoints(of: .order) + [
            phone(
                .post,
                PackageKind.pass.base + "/passes/{typeIdentifier}/{serialNumber}/personalize",
                bodyBytesMax: personalizationBytesMax, personalize),
            phone(.get, "/wallet/{link}", download),
        ]

    /// The same five endpoints for passes and for orders; only the names differ.
    private static func endpoints(of kind: PackageKind) -> [Endpoint] {
        let registrations = kind.base + "/devices/{device}/registrations/{typeIdentifier}"
        let one = "/{\(kind.serialParameter)}"
        return [
            phone(.post, registrations + one, bodyBytesMax: 4_096) { try await register($0, kind) },
            phone(.delete, registrations + one) { try await unregister($0, kind) },
            phone(.get, registrations) { try await listUpdates($0, kind) },
            phone(.get, "\(kind.base)/\(kind.collection)/{typeIdentifier}\(one)") { call in
                let pass = try await authenticatedPass(call, kind)
                return try await refusing(with: .notThis(kind)) {
                    try await answer(call, pass, kind)
                }
            },
            phone(.post, kind.base + "/log", bodyBytesMax: logBytesMax, noteLog),
        ]
    }

    /// Some clients send JSON under another media type, so none is required.
    private static func phone(
        _ method: HTTP.Method, _ path: String, bodyBytesMax: Int = Route.bodyBytesMaxDefault,
        _ handler: @escaping Endpoint.Handler
    ) -> Endpoint {
        Endpoint(method, path, for: .phone, body: .any, bodyBytesMax: bodyBytesMax, handler)
    }

    /// Answers with this problem if the pass does not exist or was erased.
    private static func refusing(
        with missing: Problem, _ work: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await work()
        } catch PassesRefusal.erased, PassesRefusal.notFound {
            throw missing
        } catch PassesRefusal.noCertificate {
            throw Problem(
                503, "pass_not_signed",
                "the merchant's certificate cannot sign passes at the moment",
                retryAfterSeconds: 600)
        }
    }

    // MARK: Registrations

    @Sendable private static func register(
        _ call: Call, _ kind: PackageKind
    ) async throws -> Response {
        let pass = try await authenticatedPass(call, kind)
        guard let device = WalletDevice(call.parameters["device"]) else { throw Problem.notFound }
        let token = try call.read { fields in
            fields.value(
                "pushToken", maxLength: 1_000, required: true,
                detail: "the push token from Apple's push service, in hexadecimal",
                parse: PushToken.init)
        }
        let register = RegisterDevice(device, token, for: pass, now: call.now)
        do {
            let isNew = try await call.run(register)
            return Response(status: isNew ? 201 : 200)
        } catch PassesRefusal.erased {
            throw Problem.notThis(kind)
        }
    }

    /// Unregisters a phone; succeeds also if it was not registered.
    @Sendable private static func unregister(
        _ call: Call, _ kind: PackageKind
    ) async throws -> Response {
        let pass = try await authenticatedPass(call, kind)
        guard let device = WalletDevice(call.parameters["device"]) else { throw Problem.notFound }
        let unregister = UnregisterDevice(device, from: pass)
        _ = try await call.run(unregister)
        return Response(status: 200)
    }

    /// The phone sends no token here: its own name is the secret.
    @Sendable private static func listUpdates(
        _ call: Call, _ kind: PackageKind
    ) async throws -> Response {
        let tag = call.request.query.all(kind.sinceParameter).first.flatMap(UpdateTag.init)
        guard let device = WalletDevice(call.parameters["device"]),
            let type = try await type(call, kind),
            let updates = try await ListUpdates(of: device, type, since: tag)(on: call.database)
        else { return Response(status: 204) }
        return Answer { writer in
            writer.object {
                $0.member(kind.serialsMember, updates.serialNumbers)
                $0.member(kind.tagMember, updates.tag.text)
            }
        }.response
    }

    // MARK: Packages

    /// Room for all texts at their maximum length twice, in any script.
    private static let personalizationBytesMax = 32_768

    /// Stores what the buyer entered in Wallet. The phone checks the signature, then fetches the
    /// new pass.
    @Sendable private static func personalize(_ call: Call) async throws -> Response {
        let pass = try await authenticatedPass(call, .pass)
        let entered = try call.read(PersonalizationCall.init(reading:))
        return try await refusing(with: .notThis(.pass)) {
            // Without a signature a phone discards the call, so nothing is stored then.
            let signature = try await call.services.packages.signature(
                over: entered.token, of: call.parameters["typeIdentifier"], pass.id.merchant)
            let personalize = PersonalizePass(
                pass.id, entered.token, formData: entered.formData, keys: call.keys,
                moment: call.moment)
            try await call.run(personalize)
            return Response(
                status: 200,
                headers: [
                    ("Content-Type", "application/octet-stream"),
                    ("Cache-Control", "private, no-store"),
                    ("X-Content-Type-Options", "nosniff"),
                ], body: signature)
        }
    }

    @Sendable private static func download(_ call: Call) async throws -> Response {
        let missing = Problem(404, "not_found", "there is no pass at this URL")
        guard let link = PassLink(call.parameters["link"]),
            let pass = try await AuthenticatedPass.find(by: link, on: call.database)
        else { throw missing }
        return try await refusing(with: missing) { try await answer(call, pass, .pass) }
    }

    /// Answers 304 if the phone already has this version.
    private static func answer(
        _ call: Call, _ pass: AuthenticatedPass, _ kind: PackageKind
    ) async throws -> Response {
        if let known = call.request.headers["If-Modified-Since"].flatMap(HTTPDate.read),
            pass.modifiedAt.microseconds / 1_000_000 <= known
        {
            return Response(
                status: 304,
                headers: [
                    ("Last-Modified", pass.modifiedAt.httpDate),
                    ("Cache-Control", "private, no-store"),
                ])
        }
        return .package(try await call.services.packages.package(of: pass), of: kind)
    }

    // MARK: The log

    /// A phone writes a few lines of some hundred bytes; a hundred of the longest fit, in any
    /// script.
    private static let logBytesMax = 1 << 20
    /// Further lines, and the excess of a longer line, are accepted and ignored: a phone has no
    /// user to whom it could report a refusal.
    private static let logLinesMax = 100

    /// Counts each line for the merchant whose type it names; other lines are ignored.
    @Sendable private static func noteLog(_ call: Call) async throws -> Response {
        let lines = try call.read { fields in
            fields.strings("logs", maxCount: logBytesMax, maxLength: logBytesMax, required: true)
        }.prefix(logLinesMax)
        var shapes: [PassType.ID: [LogShape]] = [:]
        for shape in lines.map(LogShape.init(of:)) {
            for name in shape.typeIdentifiers {
                guard let type = try await call.services.passTypeNames.type(named: name) else {
                    continue
                }
                shapes[type, default: []].append(shape)
            }
        }
        for (type, shapes) in shapes {
            let note = RecordLogMessages(of: type, shapes, moment: call.moment)
            try await call.run(note)
        }
        return Response(status: 200)
    }

    // MARK: Authentication

    /// The pass or order of a phone that sends its token. Callers without the token cannot learn
    /// whether it exists.
    private static func authenticatedPass(
        _ call: Call, _ kind: PackageKind
    ) async throws -> AuthenticatedPass {
        let lines = call.request.headers.all("Authorization")
        guard lines.count == 1, let token = token(of: lines[0], kind),
            let type = try await type(call, kind)
        else { throw Problem.notThis(kind) }
        let serial = call.parameters[kind.serialParameter]
        let find = {
            try await AuthenticatedPass.find(serial, of: type, token: token, on: call.database)
        }
        if let pass = try await find() { return pass }
        // A phone may ask before the order of its payment was made.
        guard kind == .order, CheckoutSession.ID(serial) != nil else {
            throw Problem.notThis(kind)
        }
        let issue = IssueOrder(
            of: serial, type: type, shown: token, .all(call.keys), urls: call.services.urls(),
            keys: call.keys, now: call.now)
        guard try await call.make(issue), let order = try await find() else {
            throw Problem.notThis(kind)
        }
        return order
    }

    private static func type(_ call: Call, _ kind: PackageKind) async throws -> PassType.ID? {
        let name = call.parameters["typeIdentifier"]
        guard PackageKind(of: name) == kind else { return nil }
        return try await call.services.passTypeNames.type(named: name)
    }

    /// The token, if it follows Apple's scheme of this kind.
    private static func token(of authorization: String, _ kind: PackageKind) -> String? {
        let scheme = kind.scheme + " "
        guard authorization.hasPrefix(scheme) else { return nil }
        let token = String(authorization.dropFirst(scheme.count))
        return 1...256 ~= token.utf8.count ? token : nil
    }
}

extension Problem {
    fileprivate static func notThis(_ kind: PackageKind) -> Problem {
        var problem =
            switch kind {
            case .pass:
                Problem(
                    401, "invalid_pass_token",
                    "the authentication token is wrong, or the pass does not exist")
            case .order:
                Problem(
                    401, "invalid_order_token",
                    "the authentication token is wrong, or the order does not exist")
            }
        problem.headers = [("WWW-Authenticate", kind.scheme)]
        return problem
    }
}
