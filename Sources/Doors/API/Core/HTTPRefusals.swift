import HTTP

/// The answers to requests that the HTTP library or the router refuses.
package enum HTTPRefusals {
    package static func answer(_ refusal: HTTP.Refusal, requestID: String) -> Response {
        var problem: Problem
        switch refusal {
        case .malformed(let fault): problem = Problem(400, "malformed_request", fault.rawValue)
        case .unreadable(let status): problem = unreadable(status)
        case .tooManyArguments(let limit):
            problem = Problem(
                414, "too_many_arguments", "the query string can have at most \(limit) parameters")
        case .requestTimeout:
            problem = Problem(
                408, "request_timeout", "the request did not fully arrive in time; send it again")
        case .notFound(let similar):
            problem = Problem(
                404, "not_found",
                "this route does not exist" + (similar.map { "; did you mean \($0)?" } ?? ""))
        case .methodNotAllowed(let allowed):
            let methods = allowed.map(\.rawValue).joined(separator: ", ")
            problem = Problem(405, "method_not_allowed", "this route accepts \(methods)")
        case .bodyTooLarge(let limit):
            problem = Problem(413, "body_too_large", "the body can have at most \(limit) bytes")
        case .unsupportedMediaType:
            problem = Problem(
                415, "unsupported_media_type", "send JSON in UTF-8 as application/json")
        case .tooManyConnections:
            problem = Problem(
                503, "too_many_connections",
                "this address has too many open connections; close some of them")
        case .tooManyInFlight:
            problem = Problem(503, "overloaded", "too many concurrent requests; try again")
        case .stopping: problem = Problem(503, "stopping", "this server is shutting down")
        case .brokenAnswer:
            problem = Problem(
                500, "internal_error", "internal error; quote the Request-Id when you report it")
        }
        problem.headers = refusal.headers
        return problem.response(requestID: requestID)
    }

    /// The answer to a request that the library or the server cannot read.
    private static func unreadable(_ status: Int) -> Problem {
        switch status {
        case 413:
            Problem(413, "body_too_large", "a part of the body is too large")
        case 414: Problem(414, "target_too_long", "the URL is too long; send a shorter one")
        case 431:
            Problem(431, "head_too_large", "send fewer or shorter headers and query parameters")
        case 501: Problem(501, "not_implemented", "this transfer coding or method is not supported")
        case 505: Problem(505, "http_version", "send HTTP/1.1")
        default: Problem(400, "malformed_request", "the request cannot be read as HTTP/1.1")
        }
    }
}
