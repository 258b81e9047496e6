import HTTP
import JSON
import Passes
import Postgres
import Vocabulary

/// What phones ask by themselves: Apple's contract, with Apple's statuses (contracts 7.1). And the address by which a buyer
/// gets a pass.
extension Services {
    package var walletRoutes: [Route] {
        let base = "/passkit/v1"
        let registrations = base + "/devices/{device}/registrations/{typeIdentifier}"
        return [
            phone(.post, registrations + "/{serialNumber}", bodyBytesMax: 4_096, registerDevice),
            phone(.delete, registrations + "/{serialNumber}", unregisterDevice),
            phone(.get, registrations, listUpdates),
            phone(.get, base + "/passes/{typeIdentifier}/{serialNumber}", fetchPass),
            phone(.post, base + "/log", bodyBytesMax: Self.logBytesMax, noteLog),
            phone(.get, "/wallet/{link}", downloadPass),
        ]
    }

    private typealias PhoneHandler = @Sendable (Request, Parameters) async throws -> Response

    /// Some clients send JSON under another type, so none is asked for.
    private func phone(
        _ method: HTTP.Method, _ template: String, bodyBytesMax: Int = Route.bodyBytesMaxDefault,
        _ handler: @escaping PhoneHandler
    ) -> Route {
        Route(method, template, body: .any, bodyBytesMax: bodyBytesMax) { request, parameters in
            do {
                try self.limits.admitPhone(from: self.proxies.visitor(of: request))
                return try await handler(request, parameters)
            } catch {
                return self.problem(for: error, request.id).response(requestID: request.id)
            }
        }
    }

    @Sendable private func registerDevice(
        _ request: Request, _ parameters: Parameters
    ) async throws -> Response {
        let pass = try await held(request, parameters)
        guard let device = WalletDevice(parameters["device"]) else { throw Problem.notFound }
        let token = try Call.read(try request.document().root) { fields in
            fields.value(
                "pushToken", maxLength: 1_000, required: true,
                detail: "the token of Apple's push service, in hexadecimal", parse: PushToken.init)
        }
        let register = RegisterDevice(device, token, for: pass, now: now())
        let isNew: Bool
        do {
            isNew = try await database.transaction { try register(in: $0) }
        } catch PassesRefusal.erased {
            throw Problem.notThisPass
        }
        return Response(status: isNew ? 201 : 200)
    }

    /// What is not registered is not there afterwards, either.
    @Sendable private func unregisterDevice(
        _ request: Request, _ parameters: Parameters
    ) async throws -> Response {
        let pass = try await held(request, parameters)
        guard let device = WalletDevice(parameters["device"]) else { throw Problem.notFound }
        let unregister = UnregisterDevice(device, from: pass)
        _ = try await database.transaction { try unregister(in: $0) }
        return Response(status: 200)
    }

    /// The phone shows no token here: its own name is the secret.
    @Sendable private func listUpdates(
        _ request: Request, _ parameters: Parameters
    ) async throws -> Response {
        guard let device = WalletDevice(parameters["device"]),
            let type = try await passTypeNames.type(named: parameters["typeIdentifier"])
        else { return Response(status: 204) }
        let tag = request.query.all("passesUpdatedSince").first.flatMap(UpdateTag.init)
        let list = ListUpdates(of: device, type, since: tag)
        guard let updates = try await list(on: database) else { return Response(status: 204) }
        return Answer { writer in
            writer.object {
                $0.member("serialNumbers", updates.serialNumbers)
                $0.member("lastUpdated", updates.tag.text)
            }
        }.response
    }

    @Sendable private func fetchPass(
        _ request: Request, _ parameters: Parameters
    ) async throws -> Response {
        let pass = try await held(request, parameters)
        do {
            return try await answer(request, pass)
        } catch PassesRefusal.erased, PassesRefusal.notFound {
            throw Problem.notThisPass
        }
    }

    @Sendable private func downloadPass(
        _ request: Request, _ parameters: Parameters
    ) async throws -> Response {
        guard let link = PassLink(parameters["link"]),
            let pass = try await HeldPass.find(by: link, on: database)
        else { throw Problem.noPassThere }
        do {
            return try await answer(request, pass)
        } catch PassesRefusal.erased, PassesRefusal.notFound {
            throw Problem.noPassThere
        }
    }

    /// What the phone has already is not sent again.
    private func answer(_ request: Request, _ pass: HeldPass) async throws -> Response {
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
            return Self.answer(try await packages.package(of: pass))
        } catch PassesRefusal.noCertificate {
            throw Problem.notSigned
        }
    }

    /// A phone writes a few lines of some hundred bytes; so many of the longest fit whatever they are written in.
    private static let logBytesMax = 1 << 20
    private static let logLinesMax = 100

    /// What names a pass type of ours is counted for its merchant; whatever else is nobody's.
    @Sendable private func noteLog(
        _ request: Request, _ parameters: Parameters
    ) async throws -> Response {
        let lines = try Call.read(try request.document().root) { fields in
            fields.strings(
                "logs", maxCount: Self.logLinesMax, maxLength: LogShape.lineLengthMax,
                required: true)
        }
        var shapes: [PassType.ID: [LogShape]] = [:]
        for shape in lines.map(LogShape.init(of:)) {
            for name in shape.typeIdentifiers {
                guard let type = try await passTypeNames.type(named: name) else { continue }
                shapes[type, default: []].append(shape)
            }
        }
        for (type, shapes) in shapes {
            let note = NoteLog(of: type, shapes, now: now())
            try await database.transaction { try note(in: $0) }
        }
        return Response(status: 200)
    }

    /// The pass of a phone that shows its token. Whether the pass is there at all, nobody learns who does not.
    private func held(_ request: Request, _ parameters: Parameters) async throws -> HeldPass {
        let lines = request.headers.all("Authorization")
        guard lines.count == 1, let token = Self.token(of: lines[0]) else {
            throw Problem.notThisPass
        }
        let type = try await passTypeNames.type(named: parameters["typeIdentifier"])
        guard
            let pass = try await HeldPass.find(
                parameters["serialNumber"], of: type, token: token, on: database)
        else { throw Problem.notThisPass }
        return pass
    }

    /// Behind Apple's word for it and no other.
    private static func token(of authorization: String) -> String? {
        let scheme = "ApplePass "
        guard authorization.hasPrefix(scheme) else { return nil }
        let token = String(authorization.dropFirst(scheme.count))
        return 1...256 ~= token.utf8.count ? token : nil
    }
}

extension Problem {
    fileprivate static var notThisPass: Problem {
        var problem = Problem(
            401, "invalid_pass_token", "the token is not this pass's, or there is no such pass")
        problem.headers = [("WWW-Authenticate", "ApplePass")]
        return problem
    }

    fileprivate static let noPassThere = Problem(
        404, "not_found", "there is no pass at this address any more, or there never was")

    fileprivate static let notSigned = Problem(
        503, "pass_not_signed", "the merchant's certificate does not sign at the moment",
        retryAfterSeconds: 600)
}
