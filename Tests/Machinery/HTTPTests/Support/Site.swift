import HTTP
import TestSupport

/// A server under test, with the exchanges that it reported.
final class Site: Sendable {
    let server: Server
    let port: UInt16
    let client: HTTPClient
    let exchanges: Journal<Exchange>

    init(
        _ routes: [Route], decorate: (@Sendable (Request, inout Response) -> Void)? = nil,
        settings: Settings = Settings()
    ) throws {
        let exchanges = Journal<Exchange>()
        self.exchanges = exchanges
        server = Server(
            settings, Router(routes),
            refuse: { refusal, id in
                Response(
                    status: refusal.status, headers: [("Content-Type", "text/plain")],
                    body: Array("\(id) \(refusal)".utf8))
            }, decorate: decorate, finished: { exchanges.add($0) })
        port = try server.start()
        client = HTTPClient(port: port)
    }

    func close() async { await server.stop(within: 5) }

    /// Runs a test against a server with these routes, then stops it.
    static func run(
        _ routes: [Route] = Site.routes,
        decorate: (@Sendable (Request, inout Response) -> Void)? = nil,
        settings: Settings = Settings(), test: (Site) async throws -> Void
    ) async throws {
        let site = try Site(routes, decorate: decorate, settings: settings)
        do {
            try await test(site)
        } catch {
            await site.server.stop(within: 1)
            throw error
        }
        await site.server.stop(within: 5)
    }

    /// Routes that echo their input.
    static let routes = [
        Route.immediate(
            .get, "/now", handler: { _, _ in Response(status: 200, body: Array("now".utf8)) }),
        Route(.get, "/echo/{word}") { request, parameters in
            let query = request.query.items.map { "\($0.name)=\($0.value)" }
            let text = ([parameters["word"]] + query).joined(separator: "|")
            return Response(status: 200, body: Array(text.utf8))
        },
        Route(.get, "/header/{name}") { request, parameters in
            let text = request.headers.all(parameters["name"]).joined(separator: "|")
            return Response(status: 200, body: Array(text.utf8))
        },
        Route(.post, "/json", bodyBytesMax: 1000) { request, _ in
            Response(status: 200, body: request.body)
        },
        Route(.post, "/optional", body: .jsonOptional, bodyBytesMax: 1000) { request, _ in
            Response(status: 200, body: request.body)
        },
        Route(.post, "/any", body: .any, bodyBytesMax: 1000) { request, _ in
            Response(status: 200, body: request.body)
        },
        Route(.delete, "/now") { request, _ in
            Response(status: 200, body: Array("\(request.body.count)".utf8))
        },
    ]

    /// Sends bytes on a new connection.
    ///
    /// - Returns: the first answer, and whether the server then closed.
    func exchange(_ bytes: [UInt8]) async throws -> (reply: HTTPReply, closed: Bool) {
        let port = port
        return try await offPool {
            let socket = try RawSocket(port: port)
            // The server may have answered and closed before it has read everything.
            try? socket.send(bytes)
            let reply = try socket.reply()
            // An open connection answers one more request.
            try? socket.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            guard let next = try? socket.reply() else { return (reply, true) }
            guard next.status == 200, next.text == "now" else {
                throw RawSocket.Failure.notHTTP("a second answer: \(next)")
            }
            return (reply, false)
        }
    }

    func exchange(_ text: String) async throws -> (reply: HTTPReply, closed: Bool) {
        try await exchange(Array(text.utf8))
    }
}

extension Settings {
    static func with(_ change: (inout Settings) -> Void) -> Settings {
        var settings = Settings()
        change(&settings)
        return settings
    }
}
