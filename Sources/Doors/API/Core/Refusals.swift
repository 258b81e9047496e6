import Idempotency
import Merchants
import Postgres
import Processors
import Vocabulary

extension Services {
    /// The answer to an error of a handler; an unexpected error is a 500 and a line in the log.
    func problem(for error: any Error, _ requestID: String) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let refusal as ClaimRefusal: return Problem(refusal)
        case let refusal as any Refusal:
            if (refusal as? SessionRefusal)?.isGatewayFailure == true { report(refusal, requestID) }
            return Problem(refusal.problem)
        case let error as PostgresError: return problem(for: error, requestID)
        case let fault as ProcessorFault:
            report(fault, requestID)
            return .processorUnavailable
        default:
            report(error, requestID)
            return .internalError
        }
    }

    /// A temporary database error gets a `Retry-After`; an error of the server itself gets a plain
    /// 500.
    private func problem(for error: PostgresError, _ requestID: String) -> Problem {
        if case .lockTimeout = error { return Problem(ProblemDetails.busy) }
        report(error, requestID)
        switch error {
        case .unavailable: return .databaseUnavailable
        case .poolWait, .statementTimeout, .lockTimeout: return .databaseBusy
        case .outcomeUnknown: return .outcomeUnknown
        case .constraint, .server, .column, .bind, .serverTooOld: return .internalError
        }
    }
}

extension Problem {
    static let databaseUnavailable = Problem(
        503, "database_unavailable", "the database cannot be reached; nothing was changed",
        retryAfterSeconds: 1)
    static let databaseBusy = Problem(
        503, "database_busy", "the database is too busy; nothing was changed", retryAfterSeconds: 1)
    /// Also for the sandbox, which cannot answer if the database with its records cannot.
    static let processorUnavailable = Problem(
        503, "processor_unavailable",
        "the processor did not answer; send the request again with the same Idempotency-Key",
        retryAfterSeconds: 1)
    static let outcomeUnknown = Problem(
        503, "outcome_unknown",
        "the database connection broke while storing: send the request again with the same "
            + "Idempotency-Key",
        retryAfterSeconds: 1)
    static let internalError = Problem(
        500, "internal_error", "internal error; quote the Request-Id when you report it")

    /// The answer to a call that a domain refuses.
    init(_ details: ProblemDetails) {
        self.init(
            details.kind.status, details.code, details.detail, errors: details.errors,
            retryAfterSeconds: details.retryAfterSeconds)
        funds = details.funds
        if details.kind == .unauthenticated { headers = Problem.challenge }
    }
}

extension ProblemDetails.Kind {
    fileprivate var status: Int {
        switch self {
        case .invalid: 400
        case .unauthenticated: 401
        case .forbidden: 403
        case .notFound: 404
        case .conflict: 409
        case .unprocessable: 422
        case .tooManyRequests: 429
        case .gatewayFailed: 502
        case .unavailable: 503
        }
    }
}
