import Assets
import HTTP
import JSON
import Postgres

/// Routes for operators and integrators: health, metrics and the API's documentation.
extension Services {
    /// - Parameters:
    ///   - metrics: the text of `/metrics`.
    ///   - isStopping: true once the server takes its last requests.
    package func operationRoutes(
        metrics: @escaping @Sendable () -> [UInt8], isStopping: @escaping @Sendable () -> Bool
    ) -> [Route] {
        [
            Route.immediate(.get, "/healthz") { _, _ in Self.healthy },
            Route(.get, "/readyz") { request, _ in
                await self.ready(request, isStopping: isStopping())
            },
            Route(.get, "/metrics") { _, _ in
                Response(
                    status: 200, headers: [("Content-Type", "text/plain; version=0.0.4")],
                    body: metrics())
            },
            Route(.get, "/openapi.yaml") { request, _ in
                self.asset("openapi.yaml", type: "application/yaml", request)
            },
            Route(.get, "/docs") { request, _ in Self.docs(request) },
            Route(.get, "/docs/{file}") { request, parameters in
                self.docsFile(parameters["file"], request)
            },
        ]
    }

    private static let healthy = Response(
        status: 200, headers: [("Content-Type", "application/json")],
        body: Array(#"{"status":"ok"}"#.utf8))

    /// Ready means that the server can take a payment: the database answers, is not a standby, and
    /// has room on its disk.
    private func ready(_ request: Request, isStopping: Bool) async -> Response {
        if isStopping {
            return Problem(503, "stopping", "this server is shutting down", retryAfterSeconds: 1)
                .response(requestID: request.id)
        }
        do {
            guard try await database.transaction({ try Self.isWritable(in: $0) }) else {
                return Problem(
                    503, "database_read_only",
                    "the database is a read-only standby; send payments to the server of the "
                        + "primary",
                    retryAfterSeconds: 1
                ).response(requestID: request.id)
            }
            return Self.healthy
        } catch {
            return problem(for: error, request.id).response(requestID: request.id)
        }
    }

    func asset(_ name: String, type: String, _ request: Request) -> Response {
        guard let bytes = Assets.bytes(of: name) else {
            return Problem.notFound.response(requestID: request.id)
        }
        return Response(
            status: 200,
            headers: [("Content-Type", type), ("Cache-Control", "public, max-age=3600")],
            body: bytes)
    }
}
