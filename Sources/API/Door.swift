import HTTP
import Merchants
import Postgres

/// Turns a handler of calls into a handler of requests: who asks, from which page, how often, and
/// one answer for whatever was refused.
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
        // That a key or a page's origin does not work may be read by any page: it is the reason to tell a
        // buyer, or the page's developer.
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

    /// What a page of another origin needs to read the answer.
    private func crossOrigin(_ request: Request, _ caller: Caller) throws -> [(String, String)] {
        let origins = request.headers.all("Origin")
        guard let origin = origins.first else { return [] }
        guard origins.count == 1 else { throw Problem.originNotAllowed }
        // Our own pages, /pay and /demo, are nobody's shop.
        let isOwn = Origins.isOwn(origin, host: request.headers["Host"])
        switch caller {
        case .operatorKey, .server, .demo:
            // The page of a stranger that has this key is a leak, and the sooner seen the better. No
            // answer of a secret key is ever shown to a page of another origin than our own.
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

    /// Answers a browser that asks first. It sends no credential, so that nobody knows yet whose page it
    /// is: the request itself is compared with its merchant's domains, and a page may read that it was
    /// refused.
    func preflight(_ template: String, methods: String) -> Route {
        Route(.options, template, body: HTTP.BodyRule.none) { request, _ in
            guard let origin = request.headers["Origin"] else { return Response(status: 204) }
            return Origins.preflight(for: origin, methods: methods)
        }
    }
}
