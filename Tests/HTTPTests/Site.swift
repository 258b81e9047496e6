import HTTP
import TestSupport

/// A server under test with what it reported.
final class Site: Sendable {
    let server: Server
    let port: UInt16
    let client: HTTPClient
    let exchanges = Journal<Exchange>()

    init(_ routes: [Route], _ change: (inout Settings) -> Void = { _ in }) throws {
        var settings = Settings()
        change(&settings)
        let exchanges = exchanges
        server = Server(
            settings, Router(routes),
            refuse: { refusal, id in
                Response(
                    status: refusal.status, headers: [("Content-Type", "text/plain")],
                    body: Array("refused \(id) \(refusal)".utf8))
            },
            finished: { exchanges.add($0) })
        port = try server.start()
        client = HTTPClient(port: port)
    }

    func close() async { await server.stop(within: 5) }

    /// Sends bytes on a new connection and gives the status of the first answer.
    func status(_ bytes: String) async throws -> Int {
        let port = port
        return try await offPool {
            let socket = try RawSocket(port: port)
            try socket.send(bytes)
            return try socket.reply().status
        }
    }
}
