import HTTP
import Idempotency
import JSON
import Postgres

/// What a verb's answer says over HTTP, and what of it is kept for a replay.
struct Answer: Sendable {
    let status: Int
    let body: [UInt8]
    /// The body without what is shown once; the body itself where nothing is.
    let kept: [UInt8]

    init(_ status: Int = 200, _ body: [UInt8], kept: [UInt8]? = nil) {
        self.status = status
        self.body = body
        self.kept = kept ?? body
    }

    init(_ status: Int = 200, write: (inout Writer) -> Void) {
        self.init(status, Writer.value(write))
    }

    var response: Response {
        Response(status: status, headers: Answer.jsonHeaders, body: body)
    }

    static let jsonHeaders = [
        ("Content-Type", "application/json"), ("Cache-Control", "private, no-store"),
    ]
}

extension Call {
    /// Runs the work of a call of one transaction, once for each idempotency key.
    ///
    /// A second call with the same key waits for the first (at most the lock timeout) and gets its
    /// answer. What is refused is not stored: the claim is rolled back with it.
    func once(_ document: Document?, _ work: @escaping @Sendable (Transaction) throws -> Answer)
        async throws -> Response
    {
        guard let claim = try claim({ document?.root.canonicalBytes() ?? [] }) else {
            return try await services.database.transaction(work).response
        }
        do {
            let (answer, replayed) = try await services.database.transaction { transaction in
                switch try claim.take(in: transaction) {
                case .fresh:
                    let answer = try work(transaction)
                    let kept = StoredAnswer(status: answer.status, body: answer.kept)
                    try transaction.later(claim.keep(kept))
                    return (answer, false)
                case .replay(let stored): return (Answer(stored.status, stored.body), true)
                case .inFlight: throw Problem.keyInFlight
                case .otherInput: throw Problem.keyOfOtherInput
                }
            }
            return replayed ? answer.replayed : answer.response
        } catch PostgresError.lockTimeout {
            throw Problem.keyInFlight
        }
    }
}

extension Answer {
    var replayed: Response { response.replayed }

    /// Kept for a replay that shows the thing as it stands: its answer has a secret and contacts.
    static let shownAnew = Answer(200, Array("{}".utf8))
}

extension Response {
    var replayed: Response {
        var response = self
        response.headers.append(("Idempotent-Replayed", "true"))
        return response
    }

    var isReplayed: Bool { headers.contains { $0.0 == "Idempotent-Replayed" } }
}

extension Problem {
    static let keyInFlight = Problem(
        409, "idempotency_key_in_flight",
        "a request with this Idempotency-Key is still being worked on", retryAfterSeconds: 1)
    static let keyOfOtherInput = Problem(
        422, "idempotency_key_reused",
        "this Idempotency-Key was used for another request; use a fresh one for each new request")
}
