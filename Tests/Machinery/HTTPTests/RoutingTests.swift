import TestSupport
import Testing

@testable import HTTP

/// The route that a request finds, and the refusal if it finds none.
@Suite struct RoutingTests {
    private static func route(_ method: HTTP.Method, _ template: String) -> Route {
        Route(method, template) { _, _ in Response(status: 200) }
    }

    private static let router = Router([
        route(.get, "/"),
        route(.get, "/v1/checkouts"),
        route(.post, "/v1/checkouts"),
        route(.get, "/v1/checkouts/{checkout}"),
        route(.patch, "/v1/checkouts/{checkout}"),
        route(.post, "/v1/checkouts/{checkout}/authorize"),
        route(.get, "/v1/checkouts/latest"),
        route(.get, "/v1/{kind}/{thing}/notes"),
        route(.head, "/v1/own"),
        route(.get, "/v1/own"),
    ])

    private func outcome(_ method: HTTP.Method?, _ path: String) -> String {
        var path = path
        switch path.withUTF8({ RoutingTests.router.match(method, path: $0) }) {
        case .found(let route, let parameters):
            let values = route.parameterNames.map { " \($0)=\(parameters[$0])" }.joined()
            return "\(route.method.rawValue) \(route.template)\(values)"
        case .notFound: return "404"
        case .methodNotAllowed(let allowed):
            return "405 " + allowed.map(\.rawValue).joined(separator: ",")
        case .malformed: return "400"
        }
    }

    @Test(arguments: [
        (HTTP.Method.get, "/", "GET /"),
        (.get, "/v1/checkouts", "GET /v1/checkouts"),
        (.post, "/v1/checkouts", "POST /v1/checkouts"),
        (.get, "/v1/checkouts/chk_1", "GET /v1/checkouts/{checkout} checkout=chk_1"),
        (.patch, "/v1/checkouts/chk_1", "PATCH /v1/checkouts/{checkout} checkout=chk_1"),
        (
            .post, "/v1/checkouts/a/authorize",
            "POST /v1/checkouts/{checkout}/authorize checkout=a"
        ),
        (.get, "/v1/checkouts/latest", "GET /v1/checkouts/latest"),
        // A literal without this method falls back to the parameter.
        (.patch, "/v1/checkouts/latest", "405 GET,HEAD"),
        // A literal that leads nowhere falls back to the parameter.
        (
            .get, "/v1/checkouts/latest/notes",
            "GET /v1/{kind}/{thing}/notes kind=checkouts thing=latest"
        ),
        (.head, "/v1/checkouts", "GET /v1/checkouts"),
        (.head, "/v1/own", "HEAD /v1/own"),
        // Escapes of letters that need none, and of a slash, which is then not a separator.
        (.get, "/v1/%63heckouts/%61%2Fb", "GET /v1/checkouts/{checkout} checkout=a/b"),
        (.get, "/v1/checkouts/a+b", "GET /v1/checkouts/{checkout} checkout=a+b"),
        (.get, "/v1/checkouts/%E2%82%AC", "GET /v1/checkouts/{checkout} checkout=€"),
        (.get, "/v1/checkouts/", "404"),
        (.get, "/v1/checkouts//authorize", "404"),
        (.get, "//v1/checkouts", "404"),
        (.get, "/V1/checkouts", "404"),
        (.get, "/v1", "404"),
        (.get, "", "404"),
        (.get, "*", "404"),
        (.get, "v1/checkouts", "404"),
        (.get, "/v1/checkouts/a/authorize", "405 POST"),
        (.delete, "/v1/checkouts", "405 GET,HEAD,POST"),
        (.put, "/v1/checkouts/a", "405 GET,HEAD,PATCH"),
        (.post, "/v1/own", "405 GET,HEAD"),
        (.get, "/v1/checkouts/%zz", "400"),
        (.get, "/v1/checkouts/%00", "400"),
        (.get, "/absent/%", "400"),
        (.get, "/v1/checkouts/a/absent/%FF", "400"),
    ])
    func `the router finds the route of a path`(method: HTTP.Method, path: String, expected: String)
    {
        #expect(outcome(method, path) == expected)
    }

    @Test func `a method that no route can have is 405 or 404`() {
        #expect(outcome(nil, "/v1/checkouts") == "405 GET,HEAD,POST")
        #expect(outcome(nil, "/absent") == "404")
    }

    @Test(arguments: [
        ("/v1/checkout", "/v1/checkouts"), ("/v1/checkouts/", "/v1/checkouts"),
        ("//v1/checkouts", "/v1/checkouts"), ("/V1/checkouts", "/v1/checkouts"),
        ("/checkouts", "/v1/checkouts"), ("/checkout", "/v1/checkouts"),
        ("/v2/checkouts", "/v1/checkouts"),
        ("/v1/chekouts/chk_1", "/v1/checkouts/{checkout}"),
        ("/v1/checkouts/chk_1/authorise", "/v1/checkouts/{checkout}/authorize"),
        ("/checkouts/chk_1/authorize/", "/v1/checkouts/{checkout}/authorize"),
    ])
    func `a path without a route names the similar one`(path: String, template: String) {
        #expect(outcome(.get, path) == "404")
        #expect(RoutingTests.router.similar(to: path) == template)
    }

    @Test(arguments: ["/", "", "*", "/absent", "/v1", "/v1/absent", "/v1/checkouts/chk_1/absent"])
    func `a path that resembles none names none`(path: String) {
        #expect(RoutingTests.router.similar(to: path) == nil)
    }

    @Test func `a very long path names none`() {
        let id = String(repeating: "1", count: 300)
        #expect(RoutingTests.router.similar(to: "/v1/checkouts/\(id)/authorise") == nil)
    }

    @Test func `the router lists its routes`() {
        #expect(RoutingTests.router.routes.count == 10)
        #expect(RoutingTests.router.routes[3].template == "/v1/checkouts/{checkout}")
    }

    @Test func `404 and 405 have the server's own answer, and the connection stays open`()
        async throws
    {
        try await Site.run { site in
            let (missing, closed) = try await site.exchange(
                "GET /absent HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(missing.status == 404)
            #expect(missing.text.hasSuffix("notFound(similar: nil)"))
            #expect(!closed)
            for method in ["PUT", "TRACE", "get", "PROPFIND", "CONNECT"] {
                let (reply, closed) = try await site.exchange(
                    "\(method) /now HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(reply.status == 405)
                #expect(reply["Allow"] == "GET, HEAD, DELETE")
                #expect(!closed)
            }
            let (star, _) = try await site.exchange("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(star.status == 404)
        }
    }

    @Test func `a refused request's body is read before the answer`() async throws {
        try await Site.run { site in
            let body = [UInt8](repeating: 120, count: 300_000)
            let missing = try await site.client.send("POST", "/absent", body: body)
            #expect(missing.status == 404)
            let wrong = try await site.client.send("PUT", "/now", body: body)
            #expect(wrong.status == 405)
            #expect(wrong["Connection"] == nil)
        }
    }

    @Test func `HEAD is answered as GET without the body`() async throws {
        try await Site.run { site in
            let head = try await site.client.send("HEAD", "/echo/word")
            #expect(head.status == 200)
            #expect(head["Content-Length"] == "4")
            #expect(head.body.isEmpty)
            #expect(try await site.client.send("HEAD", "/absent").status == 404)
            // No bytes are left on the connection.
            #expect(try await site.client.send("GET", "/now").text == "now")
        }
    }
}
