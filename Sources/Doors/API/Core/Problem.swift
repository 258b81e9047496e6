import HTTP
import JSON
import Vocabulary

/// The answer to a refused request, as RFC 9457 problem+json.
///
/// `code` is stable and for programs; `detail` is for people and never holds what the caller sent.
struct Problem: Error, Equatable {
    var status: Int
    var code: String
    var title: String
    var detail: String
    var errors: [FieldProblem] = []
    var retryAfterSeconds: Int?
    /// The funds of a balance that does not suffice.
    var funds: ProblemDetails.Funds?
    /// The current shared order as JSON, if the caller did not know of a change.
    var present: [UInt8]?
    /// Further HTTP headers of the answer.
    var headers: [(String, String)] = []

    static func == (one: Problem, other: Problem) -> Bool {
        one.status == other.status && one.code == other.code && one.errors == other.errors
    }

    init(
        _ status: Int, _ code: String, _ detail: String, errors: [FieldProblem] = [],
        retryAfterSeconds: Int? = nil
    ) {
        self.status = status
        self.code = code
        self.detail = detail
        self.errors = errors
        self.retryAfterSeconds = retryAfterSeconds
        title = Problem.titles[status] ?? "Error"
    }

    func response(requestID: String) -> Response {
        var writer = Writer()
        writer.object { body in
            body.member("type", "urn:paysheet:problem:" + code)
            body.member("title", title)
            body.member("status", Int64(status))
            body.member("detail", detail)
            body.member("code", code)
            if !errors.isEmpty {
                body.array("errors", errors) { problem, entry in
                    entry.object { fields in
                        fields.member("pointer", problem.pointer)
                        fields.member("code", problem.code)
                        fields.member("detail", problem.detail)
                    }
                }
            }
            funds?.write(membersTo: &body)
            if let present { body.member("sharedOrder", raw: present) }
            body.member("requestId", requestID)
        }
        var response = Response(status: status, body: writer.bytes)
        response.headers = [("Content-Type", "application/problem+json")] + headers
        if let retryAfterSeconds {
            response.headers.append(("Retry-After", String(retryAfterSeconds)))
        }
        return response
    }

    private static let titles = [
        400: "Bad request", 401: "Not authenticated", 403: "Not allowed", 404: "Not found",
        405: "Method not allowed", 409: "Conflict", 413: "Too large",
        415: "Unsupported media type", 422: "Not processable", 429: "Too many requests",
        500: "Server error", 502: "Bad gateway", 503: "Not available",
    ]
}

extension Problem {
    static let notFound = Problem(ProblemDetails.notFound)

    /// These members name balances that the merchant does not have.
    static func noSuchBalance(_ pointers: [String]) -> Problem {
        badFields(
            pointers.map {
                FieldProblem(
                    pointer: $0, code: "invalid_value", detail: "the balance does not exist")
            })
    }

    /// The request is well-formed JSON, but these fields are wrong; the answer lists them in order.
    static func badFields(_ problems: [FieldProblem]) -> Problem {
        Problem(ProblemDetails.invalid(problems))
    }
}

extension ProblemDetails.Funds {
    fileprivate func write(membersTo writer: inout Writer) {
        writer.member("currencyCode", available.currency)
        writer.member("available", available)
        writer.member("shortfall", shortfall)
    }
}
