import HTTP
import Merchants

/// Serves endpoints: each call is authenticated, its origin is checked, the rate limits apply, and
/// every refusal is answered in one form.
extension Services {
    func routes(of endpoints: [Endpoint]) -> [Route] {
        endpoints.map(route) + preflights(of: endpoints)
    }

    func route(_ endpoint: Endpoint) -> Route {
        Route(
            endpoint.method, endpoint.path, body: endpoint.body,
            bodyBytesMax: endpoint.bodyBytesMax
        ) { request, parameters in
            await self.answer(request, parameters, endpoint)
        }
    }

    private func answer(
        _ request: Request, _ parameters: Parameters, _ endpoint: Endpoint
    ) async -> Response {
        var extra =
            endpoint.access.showsRefusals && request.headers.has("Origin")
                && !Self.isOfDashboard(request) ? Origins.anyMayRead : []
        do {
            let caller = try await authenticate(request, parameters, of: endpoint)
            switch caller {
            case .page, .buyer, .sharer: break
            case .operatorKey, .server, .demo, .anonymous: extra = []
            }
            extra = try crossOrigin(request, caller)
            extra += try limits.admit(caller)
            let call = Call(
                request: request, parameters: parameters, queryNames: endpoint.queryNames,
                caller: caller, now: now(), services: self)
            // An endpoint that takes parameters checks them together with their values.
            if endpoint.access.refusesUnknown {
                if endpoint.queryNames.isEmpty, !request.query.names.isEmpty {
                    try call.query { _ in }
                }
                if endpoint.method == .delete { try call.requireNoBody() }
            }
            var response = try await endpoint(call)
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
        if case .anonymous = caller { return [] }
        let origins = request.headers.all("Origin")
        guard let origin = origins.first else { return [] }
        guard origins.count == 1 else { throw Problem.originNotAllowed }
        // Our own pages, /pay and /demo, belong to no merchant's shop.
        let isOwn = Origins.isOwn(origin, host: request.headers["Host"])
        switch caller {
        case .operatorKey, .server, .demo, .anonymous:
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

    /// Routes that answer browsers' preflight requests, one for each path that pages may call.
    ///
    /// Such a request has no credential, so its merchant is unknown: only the request itself is
    /// compared with the merchant's domains, and a page may read that it was refused.
    private func preflights(of endpoints: [Endpoint]) -> [Route] {
        var paths: [String] = []
        var methods: [String: [String]] = [:]
        for endpoint in endpoints where endpoint.access.isForBrowsers {
            if methods[endpoint.path] == nil { paths.append(endpoint.path) }
            methods[endpoint.path, default: []].append(endpoint.method.rawValue)
        }
        return paths.map { path in
            let allowed = methods[path, default: []].joined(separator: ", ")
            return Route(.options, path, body: HTTP.BodyRule.none) { request, _ in
                guard let origin = request.headers["Origin"] else { return Response(status: 204) }
                return Origins.preflight(for: origin, methods: allowed)
            }
        }
    }
}
