import HTTP
import Merchants
import Postgres

/// Routes of the API: each authenticates the caller, checks the page's origin, applies the rate
/// limits and answers every refusal in one form.
extension Services {
    typealias Handler = @Sendable (Call) async throws -> Response

    func route(
        _ method: HTTP.Method, _ template: String, for access: Access, body: BodyRule? = nil,
        bodyBytesMax: Int = Route.bodyBytesMaxDefault, _ handler: @escaping Handler
    ) -> Route {
        Route(method, template, body: body, bodyBytesMax: bodyBytesMax) { request, parameters in
            await self.answer(request, parameters, handler) {
                try await self.authenticate(request, for: access)
            }
        }
    }

    func answer(
        _ request: Request, _ parameters: Parameters, _ handler: Handler,
        to authenticate: () async throws -> Caller
    ) async -> Response {
        // Any page may read that its key or origin was refused: a buyer or the page's developer
        // needs the reason.
        var extra =
            request.headers.has("Origin") && !Self.isOfDashboard(request) ? Origins.anyMayRead : []
        do {
            let caller = try await authenticate()
            switch caller {
            case .page, .buyer, .sharer: break
            case .operatorKey, .server, .demo: extra = []
            }
            extra = try crossOrigin(request, caller)
            extra += try limits.admit(caller)
            let call = Call(
                request: request, parameters: parameters, caller: caller, now: now(),
                services: self)
            var response = try await handler(call)
            response.headers += extra
            return response
        } catch {
            var response = problem(for: error, request.id).response(requestID: request.id)
            response.headers += extra
            return response
        }
    }

    /// The headers that let a page of another origin read the answer.
    private func crossOrigin(_ request: Request, _ caller: Caller) throws -> [(String, String)] {
        let origins = request.headers.all("Origin")
        guard let origin = origins.first else { return [] }
        guard origins.count == 1 else { throw Problem.originNotAllowed }
        // Our own pages, /pay and /demo, belong to no merchant's shop.
        let isOwn = Origins.isOwn(origin, host: request.headers["Host"])
        switch caller {
        case .operatorKey, .server, .demo:
            // A secret key in another site's page is a leak, and should be noticed as early as
            // possible. No page of another origin than our own can ever read an answer to a secret
            // key.
            guard isOwn || caller.merchant.map({ Origins.allows(origin, $0) }) == true else {
                throw Problem.secretKeyInPage
            }
            return []
        case .page(let grant):
            return isOwn ? [] : try Origins.headers(for: origin, of: grant.merchant)
        case .buyer(_, let merchant), .sharer(_, _, let merchant):
            return isOwn ? [] : try Origins.headers(for: origin, of: merchant)
        }
    }

    /// Answers a preflight request. It has no credential, so its merchant is unknown: only the
    /// request itself is compared with the merchant's domains, and a page may read that it was
    /// refused.
    func preflight(_ template: String, methods: String) -> Route {
        Route(.options, template, body: HTTP.BodyRule.none) { request, _ in
            guard let origin = request.headers["Origin"] else { return Response(status: 204) }
            return Origins.preflight(for: origin, methods: methods)
        }
    }
}
