/// Refusals by the server itself, without a handler's answer.
package enum Refusal: Equatable, Sendable {
    /// The head is not an HTTP/1.1 message; the client learns the reason.
    case malformed(Fault)
    /// The HTTP library or the server cannot read the request, for the reason of the status: 400,
    /// 413, 414, 431, 501, 505.
    case unreadable(status: Int)
    /// The target has more query arguments than any call accepts.
    case tooManyArguments(limit: Int)
    /// The request has not fully arrived within its time.
    case requestTimeout
    /// No route has this path; one may be similar.
    case notFound(similar: String?)
    /// The path has routes, but none with this method.
    case methodNotAllowed(allowed: [Method])
    /// The body is larger than the route accepts, in bytes.
    case bodyTooLarge(limit: Int)
    /// The body is not JSON in UTF-8, which the route requires.
    case unsupportedMediaType
    /// The address already has as many connections as the limit allows.
    case tooManyConnections
    /// The server already handles as many requests as it accepts at once.
    case tooManyInFlight
    /// The server is stopping and the handler did not answer in time.
    case stopping
    /// A handler returned an answer that cannot be sent: a header has a line break.
    case brokenAnswer

    /// The reason why the server refuses a head.
    package enum Fault: String, Sendable, CaseIterable {
        case controlCharacter = "the head has a NUL, a folded line or a line without CRLF"
        case headerName = "a header's name is not a token"
        case headerValue = "a header's value has a control character or is not UTF-8"
        case lengthWithTransferEncoding =
            "Content-Length and Transfer-Encoding must not be combined"
        case repeatedLength = "Content-Length must not be repeated"
        case repeatedHost = "Host must not be repeated"
        case missingHost = "HTTP/1.1 requires Host"
        case transferEncoding =
            "the only supported Transfer-Encoding is a single chunked, in HTTP/1.1"
        case target =
            "the URL has an invalid percent-encoding, %00, a space or bytes that are not UTF-8"
    }

    package var status: Int {
        switch self {
        case .malformed: 400
        case .unreadable(let status): status
        case .tooManyArguments: 414
        case .requestTimeout: 408
        case .notFound: 404
        case .methodNotAllowed: 405
        case .bodyTooLarge: 413
        case .unsupportedMediaType: 415
        case .tooManyConnections, .tooManyInFlight, .stopping: 503
        case .brokenAnswer: 500
        }
    }

    /// Headers that the answer must have, independent of its body.
    package var headers: [(String, String)] {
        switch self {
        case .methodNotAllowed(let allowed):
            [("Allow", allowed.map(\.rawValue).joined(separator: ", "))]
        case .tooManyConnections, .tooManyInFlight, .stopping: [("Retry-After", "1")]
        case .malformed, .unreadable, .tooManyArguments, .requestTimeout, .notFound, .bodyTooLarge,
            .unsupportedMediaType, .brokenAnswer:
            []
        }
    }
}
