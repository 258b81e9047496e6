import HTTP
import Idempotency
import JSON
import Merchants
import Payments
import Postgres
import Vocabulary

/// Repeated calls: a second call with the same Idempotency-Key gets the answer of the first
/// (docs/api/idempotency.md).
extension Call {
    /// Makes the response to a repeated call from the answer that the first one stored. Answers
    /// with secrets or contacts are stored without them.
    typealias Replay = (StoredAnswer) async throws -> Response

    /// Runs the work of a call in one transaction, once for each idempotency key.
    ///
    /// A second call with the same key waits for the first (at most the lock timeout) and gets its
    /// answer. A refusal is not stored: the claim is rolled back with it.
    ///
    /// Lock order: the claim of the key before all rows that the work locks.
    ///
    /// - Parameter first: makes the first response; `replay` makes those to repeated calls.
    func idempotent(
        _ document: Document?, replay: Replay = { Answer($0).response },
        first: (Answer) async throws -> Response = { $0.response },
        _ work: @escaping @Sendable (Transaction) throws -> Answer
    ) async throws -> Response {
        guard let claim = try claim(of: document) else {
            return try await first(try await database.transaction(work))
        }
        do {
            let (fresh, stored) = try await database.transaction { transaction in
                if let stored = try claim.acquireOrReplay(in: transaction) {
                    return (nil as Answer?, stored)
                }
                let answer = try work(transaction)
                try transaction.enqueue(claim.storeAnswer(answer.toStore))
                return (answer, answer.toStore)
            }
            if let fresh { return try await first(fresh) }
            return try await replay(stored).replayed
        } catch PostgresError.lockTimeout {
            throw ClaimRefusal.inFlight
        }
    }

    /// Runs work in one transaction, once for each key, and answers with the current state of the
    /// object that it changed: a replay, too, shows the current state.
    func idempotentThenShown(
        _ work: @escaping @Sendable (Transaction) throws -> Void,
        show: () async throws -> Response
    ) async throws -> Response {
        var isRepeated = false
        _ = try await idempotent(nil) { stored in
            isRepeated = true
            return Answer(stored).response
        } _: { transaction in
            try work(transaction)
            return Answer.currentState
        }
        let shown = try await show()
        return isRepeated ? shown.replayed : shown
    }

    /// Runs work whose first transaction claims the key and whose last one stores the answer.
    ///
    /// - Parameter unfinished: answers a repeated call whose first call has stored no answer: it
    ///   is in progress, or was interrupted.
    func inPhases(
        _ claim: Claim?, replay: Replay = { Answer($0).response },
        _ work: () async throws -> Response, unfinished: (Claim) async throws -> Response
    ) async throws -> Response {
        do {
            return try await work()
        } catch let error as PostgresError where error.constraintName == Claim.claimedOnce {
            guard let claim else { throw error }
            if let response = try await earlierResponse(claim, replay: replay) { return response }
            do {
                return try await unfinished(claim).replayed
            } catch let busy as OperationInProgress {
                throw Problem.keyInFlight(retryAfterSeconds: busy.secondsLeft)
            }
        } catch PostgresError.lockTimeout where claim != nil {
            throw ClaimRefusal.inFlight
        }
    }

    /// The response to a repeated call; nil if no call with this key has stored an answer.
    func earlierResponse(
        _ claim: Claim?, replay: Replay = { Answer($0).response }
    ) async throws -> Response? {
        guard let claim else { return nil }
        let claimed = try await database.transaction { try claim.find(in: $0) }
        guard let stored = try claimed.resolve() else { return nil }
        return try await replay(stored).replayed
    }

    /// The claim of the request's idempotency key, if it has one.
    func claim(of document: Document?) throws -> Claim? {
        let keys = request.headers.all("Idempotency-Key")
        guard let key = keys.first else { return nil }
        guard keys.count == 1, (1...Claim.keyBytesMax).contains(key.utf8.count),
            key.utf8.allSatisfy({ $0 >= 0x21 && $0 <= 0x7E })
        else {
            throw Problem(
                400, "invalid_idempotency_key",
                "send one Idempotency-Key of 1 to \(Claim.keyBytesMax) visible ASCII characters"
            )
        }
        return Claim(
            merchant: caller.merchant?.number.value ?? 0, scope: caller.scope, key: key,
            fingerprint: Claim.fingerprint(
                method: request.method.rawValue, path: request.path,
                canonicalBody: document?.root.canonicalBytes() ?? []), at: now.microseconds)
    }
}

extension Response {
    var replayed: Response {
        var response = self
        response.headers.append(("Idempotent-Replayed", "true"))
        return response
    }
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
