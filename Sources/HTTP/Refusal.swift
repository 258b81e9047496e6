/// What the server itself refuses, in the order in which it looks.
package enum Refusal: Equatable, Sendable {
    /// The head is no HTTP/1.1 message: the reason is for the client.
    case malformed(Fault)
    /// No route has this path.
    case notFound
    /// The path has routes, none of this method.
    case methodNotAllowed(allowed: [Method])
    /// The body is larger than the route takes, in bytes.
    case bodyTooLarge(limit: Int)
    /// The body is not what the route takes, which is JSON in UTF-8.
    case unsupportedMediaType
    /// As many requests are in hand as the server takes at once.
    case tooManyInFlight
    /// The server is stopping and the handler had no answer in time.
    case stopping
    /// A handler gave an answer that cannot be sent: a header with a line break.
    case brokenAnswer

    /// Why a head is refused.
    package enum Fault: String, Sendable, CaseIterable {
        case controlCharacter = "The head has a NUL, a folded line or a line without CRLF."
        case headerName = "A header's name is not a token."
        case headerValue = "A header's value has a control character or is not UTF-8."
        case lengthWithTransferEncoding = "Content-Length and Transfer-Encoding exclude each other."
        case repeatedLength = "Content-Length may be given once."
        case repeatedHost = "Host may be given once."
        case missingHost = "HTTP/1.1 requires Host."
        case transferEncoding = "The only Transfer-Encoding is one chunked, in HTTP/1.1."
        case target = "The target has a broken escape, %00, a space or bytes that are not UTF-8."
    }

    package var status: Int {
        switch self {
        case .malformed: 400
        case .notFound: 404
        case .methodNotAllowed: 405
        case .bodyTooLarge: 413
        case .unsupportedMediaType: 415
        case .tooManyInFlight, .stopping: 503
        case .brokenAnswer: 500
        }
    }

    /// Headers that the answer must have, whatever its body.
    package var headers: [(String, String)] {
        switch self {
        case .methodNotAllowed(let allowed):
            [("Allow", allowed.map(\.rawValue).joined(separator: ", "))]
        case .tooManyInFlight, .stopping: [("Retry-After", "1")]
        case .malformed, .notFound, .bodyTooLarge, .unsupportedMediaType, .brokenAnswer: []
        }
    }
}
