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

    init(_ stored: StoredAnswer) {
        self.init(stored.status, stored.body)
    }

    /// The answer to store for a replay.
    var toStore: StoredAnswer { StoredAnswer(status: status, body: stored) }

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
    ///
    /// Lock order: the claim of the key before all rows that the work locks.
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
                if let stored = try claim.acquireOrReplay(in: transaction) {
                    return (Answer(stored), true)
                }
                let answer = try work(transaction)
                try transaction.enqueue(claim.storeAnswer(answer.toStore))
                return (answer, false)
            }
            return replayed ? answer.replayed : answer.response
        } catch PostgresError.lockTimeout {
            throw ClaimRefusal.inFlight
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
    init(_ refusal: ClaimRefusal) {
        switch refusal {
        case .inFlight: self = .keyInFlight(retryAfterSeconds: 1)
        case .otherInput:
            self.init(
                422, "idempotency_key_reused",
                "this Idempotency-Key was used for a different request; use a new key for each new "
                    + "request")
        }
    }

    static func keyInFlight(retryAfterSeconds: Int) -> Problem {
        Problem(
            409, "idempotency_key_in_flight",
            "a request with this Idempotency-Key is still being processed",
            retryAfterSeconds: retryAfterSeconds)
    }
}
