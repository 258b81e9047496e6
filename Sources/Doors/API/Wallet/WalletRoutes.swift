import Checkouts
import Crypto
import HTTP
import JSON
import Passes
import Postgres
import Vocabulary

/// Routes that phones call: Apple's contract, with Apple's statuses
/// (docs/rules/apple.md#7.1 and #8.1); and the link with which a buyer gets a pass.
extension Services {
    package var walletRoutes: [Route] {
        phoneRoutes(of: .pass) + phoneRoutes(of: .order)
            + [
                phone(
                    .post,
                    PackageKind.pass.base
                        + "/passes/{typeIdentifier}/{serialNumber}/personalize", of: .pass,
                    bodyBytesMax: Self.personalizationBytesMax, personalizePass),
                phone(.get, "/wallet/{link}", of: .pass) { request, parameters, _ in
                    try await self.downloadPass(request, parameters)
                },
            ]
    }

    /// The same five routes for passes and for orders; only the names differ.
    private func phoneRoutes(of kind: PackageKind) -> [Route] {
        let base = kind.base
        let registrations = base + "/devices/{device}/registrations/{typeIdentifier}"
        let one = "/{\(kind.serialParameter)}"
        return [
            phone(.post, registrations + one, of: kind, bodyBytesMax: 4_096, registerDevice),
            phone(.delete, registrations + one, of: kind, unregisterDevice),
            phone(.get, registrations, of: kind, listUpdates),
            phone(
                .get, "\(base)/\(kind.collection)/{typeIdentifier}\(one)", of: kind, fetchPackage),
            phone(.post, base + "/log", of: kind, bodyBytesMax: Self.logBytesMax, noteLog),
        ]
    }

    private typealias PhoneHandler =
        @Sendable (Request, Parameters, PackageKind) async throws -> Response

    /// Some clients send JSON under another media type, so none is required.
    private func phone(
        _ method: HTTP.Method, _ template: String, of kind: PackageKind,
        bodyBytesMax: Int = Route.bodyBytesMaxDefault,
        _ handler: @escaping PhoneHandler
    ) -> Route {
        Route(method, template, body: .any, bodyBytesMax: bodyBytesMax) { request, parameters in
            do {
                try self.limits.admitPhone(from: self.proxies.clientNetwork(of: request))
                return try await handler(request, parameters, kind)
            } catch {
                return self.problem(for: error, request.id).response(requestID: request.id)
            }
        }
    }

    @Sendable private func registerDevice(
        _ request: Request, _ parameters: Parameters, _ kind: PackageKind
    ) async throws -> Response {
        let pass = try await authenticatedPass(request, parameters, kind)
        guard let device = WalletDevice(parameters["device"]) else { throw Problem.notFound }
        let token = try Call.read(try request.document().root) { fields in
            fields.value(
                "pushToken", maxLength: 1_000, required: true,
                detail: "the push token from Apple's push service, in hexadecimal",
                parse: PushToken.init)
        }
        let register = RegisterDevice(device, token, for: pass, now: now())
        let isNew: Bool
        do {
            isNew = try await database.transaction { try register(in: $0) }
        } catch PassesRefusal.erased {
            throw Problem.notThis(kind)
        }
        return Response(status: isNew ? 201 : 200)
    }

    /// Unregisters a phone; succeeds also if it was not registered.
    @Sendable private func unregisterDevice(
        _ request: Request, _ parameters: Parameters, _ kind: PackageKind
    ) async throws -> Response {
        let pass = try await authenticatedPass(request, parameters, kind)
        guard let device = WalletDevice(parameters["device"]) else { throw Problem.notFound }
        let unregister = UnregisterDevice(device, from: pass)
        _ = try await database.transaction { try unregister(in: $0) }
        return Response(status: 200)
    }

    /// The phone sends no token here: its own name is the secret.
    @Sendable private func listUpdates(
        _ request: Request, _ parameters: Parameters, _ kind: PackageKind
    ) async throws -> Response {
        guard let device = WalletDevice(parameters["device"]),
            let type = try await type(parameters, kind)
        else { return Response(status: 204) }
        let tag = request.query.all(kind.sinceParameter).first.flatMap(UpdateTag.init)
        let list = ListUpdates(of: device, type, since: tag)
        guard let updates = try await list(on: database) else { return Response(status: 204) }
        return Answer { writer in
            writer.object {
                $0.member(kind.serialsMember, updates.serialNumbers)
                $0.member(kind.tagMember, updates.tag.text)
            }
        }.response
    }

    @Sendable private func fetchPackage(
        _ request: Request, _ parameters: Parameters, _ kind: PackageKind
    ) async throws -> Response {
        let pass = try await authenticatedPass(request, parameters, kind)
        do {
            return try await answer(request, pass, kind)
        } catch PassesRefusal.erased, PassesRefusal.notFound {
            throw Problem.notThis(kind)
        }
    }

    /// Room for all texts at their maximum length twice, in any script.
    private static let personalizationBytesMax = 32_768

    /// Stores what the buyer entered in Wallet. The phone checks the signature, then fetches the
    /// new pass.
    @Sendable private func personalizePass(
        _ request: Request, _ parameters: Parameters, _ kind: PackageKind
    ) async throws -> Response {
        let pass = try await authenticatedPass(request, parameters, kind)
        let call = try Call.read(try request.document().root, PersonalizationCall.init(reading:))
        do {
            // Without a signature a phone discards the call, so nothing is stored then.
            let signature = try await packages.signature(
                over: call.token, of: parameters["typeIdentifier"], pass.id.merchant)
            let personalize = PersonalizePass(
                pass.id, call.token, formData: call.formData, keys: keys, moment: moment())
            try await database.transaction { try personalize(in: $0) }
            return Response(
                status: 200,
                headers: [
                    ("Content-Type", "application/octet-stream"),
                    ("Cache-Control", "private, no-store"),
                    ("X-Content-Type-Options", "nosniff"),
                ], body: signature)
        } catch PassesRefusal.erased, PassesRefusal.notFound {
            throw Problem.notThis(kind)
        } catch PassesRefusal.noCertificate {
            throw Problem.notSigned
        }
    }

    private func downloadPass(
        _ request: Request, _ parameters: Parameters
    ) async throws -> Response {
        guard let link = PassLink(parameters["link"]),
            let pass = try await AuthenticatedPass.find(by: link, on: database)
        else { throw Problem.noPassThere }
        do {
            return try await answer(request, pass, .pass)
        } catch PassesRefusal.erased, PassesRefusal.notFound {
            throw Problem.noPassThere
        }
    }

    /// Answers 304 if the phone already has this version.
    private func answer(
        _ request: Request, _ pass: AuthenticatedPass, _ kind: PackageKind
    ) async throws -> Response {
        if let known = request.headers["If-Modified-Since"].flatMap(HTTPDate.read),
            pass.modifiedAt.microseconds / 1_000_000 <= known
        {
            return Response(
                status: 304,
                headers: [
                    ("Last-Modified", pass.modifiedAt.httpDate),
                    ("Cache-Control", "private, no-store"),
                ])
        }
        do {
            return Self.answer(try await packages.package(of: pass), of: kind)
        } catch PassesRefusal.noCertificate {
            throw Problem.notSigned
        }
    }

    /// A phone writes a few lines of some hundred bytes; a hundred of the longest fit, in any
    /// script.
    private static let logBytesMax = 1 << 20
    /// Further lines, and the excess of a longer line, are accepted and ignored: a phone has no
    /// user to whom it could report a refusal.
    private static let logLinesMax = 100

    /// Counts each line for the merchant whose type it names; other lines are ignored.
    @Sendable private func noteLog(
        _ request: Request, _ parameters: Parameters, _ kind: PackageKind
    ) async throws -> Response {
        let lines = try Call.read(try request.document().root) { fields in
            fields.strings(
                "logs", maxCount: Self.logBytesMax, maxLength: Self.logBytesMax, required: true)
        }.prefix(Self.logLinesMax)
        var shapes: [PassType.ID: [LogShape]] = [:]
        for shape in lines.map(LogShape.init(of:)) {
            for name in shape.typeIdentifiers {
                guard let type = try await passTypeNames.type(named: name) else { continue }
                shapes[type, default: []].append(shape)
            }
        }
        for (type, shapes) in shapes {
            let note = RecordLogMessages(of: type, shapes, moment: moment())
            try await database.transaction { try note(in: $0) }
        }
        return Response(status: 200)
    }

    /// The pass or order of a phone that sends its token. Callers without the token cannot learn
    /// whether it exists.
    private func authenticatedPass(
        _ request: Request, _ parameters: Parameters, _ kind: PackageKind
    ) async throws -> AuthenticatedPass {
        let lines = request.headers.all("Authorization")
        guard lines.count == 1, let token = Self.token(of: lines[0], kind),
            let type = try await type(parameters, kind)
        else { throw Problem.notThis(kind) }
        let serial = parameters[kind.serialParameter]
        let find = {
            try await AuthenticatedPass.find(serial, of: type, token: token, on: self.database)
        }
        if let pass = try await find() { return pass }
        // A phone may ask before the order of its payment was made.
        guard kind == .order, try await issueOrder(serial, of: type, shown: token),
            let order = try await find()
        else { throw Problem.notThis(kind) }
        return order
    }

    private func issueOrder(
        _ identifier: String, of type: PassType.ID, shown token: String
    ) async throws -> Bool {
        guard CheckoutSession.ID(identifier) != nil else { return false }
        let issue = IssueOrder(
            of: identifier, type: type, shown: token, .all(keys), urls: urls(), keys: keys,
            now: now())
        do {
            return try await database.transaction { try issue(in: $0) }
        } catch is CryptoError {
            // The server no longer has the key from which the order's token is derived.
            return false
        }
    }

    private func type(
        _ parameters: Parameters, _ kind: PackageKind
    ) async throws -> PassType.ID? {
        let name = parameters["typeIdentifier"]
        return PackageKind(of: name) == kind ? try await passTypeNames.type(named: name) : nil
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

    fileprivate static let noPassThere = Problem(
        404, "not_found", "there is no pass at this URL")

    fileprivate static let notSigned = Problem(
        503, "pass_not_signed", "the merchant's certificate cannot sign passes at the moment",
        retryAfterSeconds: 600)
}
