import JSON

/// The reason why a call is refused, with the problem details of the answer (RFC 9457).
package protocol Refusal: Error {
    var problem: ProblemDetails { get }
}

/// The members of an answer to a refused call (docs/api/errors.md).
package struct ProblemDetails: Equatable, Sendable {
    package enum Kind: Sendable {
        case invalid, unauthenticated, forbidden, notFound, conflict, unprocessable
        case tooManyRequests, gatewayFailed, unavailable
    }

    package let kind: Kind
    /// Stable, for programs.
    package let code: String
    /// For people; never holds what the caller sent.
    package let detail: String
    package let errors: [FieldProblem]
    package let retryAfterSeconds: Int?
    /// The funds of a balance that does not suffice.
    package var funds: Funds?

    package init(
        _ kind: Kind, _ code: String, _ detail: String, errors: [FieldProblem] = [],
        retryAfterSeconds: Int? = nil
    ) {
        self.kind = kind
        self.code = code
        self.detail = detail
        self.errors = errors
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// The funds available to the caller, and the amount that is missing.
    package struct Funds: Equatable, Sendable {
        package let available: Money
        package let shortfall: Money

        package init(available: Money, shortfall: Money) {
            self.available = available
            self.shortfall = shortfall
        }
    }
}

extension ProblemDetails {
    /// The current state does not allow the call.
    package static func conflict(
        _ code: String, _ detail: String, errors: [FieldProblem] = [],
        retryAfterSeconds: Int? = nil
    ) -> ProblemDetails {
        ProblemDetails(
            .conflict, code, detail, errors: errors, retryAfterSeconds: retryAfterSeconds)
    }

    package static func notFound(_ code: String, _ detail: String) -> ProblemDetails {
        ProblemDetails(.notFound, code, detail)
    }

    package static func forbidden(_ code: String, _ detail: String) -> ProblemDetails {
        ProblemDetails(.forbidden, code, detail)
    }

    /// The input is well formed, but does not fit the object.
    package static func unprocessable(
        _ code: String, _ detail: String, errors: [FieldProblem] = []
    ) -> ProblemDetails {
        ProblemDetails(.unprocessable, code, detail, errors: errors)
    }

    /// These fields of the request are wrong.
    package static func invalid(_ detail: String, _ errors: [FieldProblem]) -> ProblemDetails {
        ProblemDetails(.invalid, "invalid_request", detail, errors: errors)
    }

    /// These fields of the request are wrong; the answer lists them in order.
    package static func invalid(_ errors: [FieldProblem]) -> ProblemDetails {
        let many = errors.count == 1 ? "one field is" : "\(errors.count) fields are"
        return invalid("\(many) wrong; see errors", Array(errors.prefix(Problems.keptMax)))
    }

    /// One field of the request is wrong.
    package static func invalid(
        _ pointer: String, _ detail: String, code: String = "invalid_value"
    ) -> ProblemDetails {
        invalid([FieldProblem(pointer: pointer, code: code, detail: detail)])
    }

    package static let notFound = ProblemDetails(
        .notFound, "not_found", "this resource does not exist, or this key has no access to it")
    package static let badCredential = ProblemDetails(
        .unauthenticated, "invalid_credential", "this API key is unknown, revoked or expired")
    package static let busy = ProblemDetails(
        .conflict, "busy", "another request is changing this; try again", retryAfterSeconds: 1)
}
