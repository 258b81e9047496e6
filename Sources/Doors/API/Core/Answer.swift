import HTTP
import Idempotency
import JSON
import Postgres

/// An HTTP answer, and the copy of it that is stored for a replay.
struct Answer: Sendable {
    let status: Int
    let body: [UInt8]
    /// The body without secrets that are shown only once; the body itself if it has no such
    /// secrets.
    let stored: [UInt8]

    init(_ status: Int = 200, _ body: [UInt8], stored: [UInt8]? = nil) {
        self.status = status
        self.body = body
        self.stored = stored ?? body
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
    /// Runs the work of a call in one transaction, once for each idempotency key.
    ///
    /// A second call with the same key waits for the first (at most the lock timeout) and gets its
    /// answer. A refusal is not stored: the claim is rolled back with it.
    func idempotent(
        _ document: Document?, _ work: @escaping @Sendable (Transaction) throws -> Answer
    )
        async throws -> Response
    {
        guard let claim = try claim({ document?.root.canonicalBytes() ?? [] }) else {
            return try await services.database.transaction(work).response
        }
        do {
            let (answer, replayed) = try await services.database.transaction { transaction in
                switch try claim.acquire(in: transaction) {
                case .fresh:
                    let answer = try work(transaction)
                    let stored = StoredAnswer(status: answer.status, body: answer.stored)
                    try transaction.enqueue(claim.storeAnswer(stored))
                    return (answer, false)
                case .replay(let stored): return (Answer(stored.status, stored.body), true)
                case .inFlight: throw Problem.keyInFlight
                case .fingerprintMismatch: throw Problem.keyOfOtherInput
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

    /// Stored for an answer with a secret and contacts: a replay shows the object's current state.
    static let currentState = Answer(200, Array("{}".utf8))
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
        "a request with this Idempotency-Key is still being processed", retryAfterSeconds: 1)
    static let keyOfOtherInput = Problem(
        422, "idempotency_key_reused",
        "this Idempotency-Key was used for a different request; use a new key for each new request")
}
