import CPostgres
import Glibc

extension Connection {
    /// The point at which a round trip commits its statements.
    enum CommitPoint {
        /// A later round trip commits them.
        case deferred
        /// The last statement is COMMIT.
        case statement
        /// The end of the round trip commits: statements without BEGIN are one transaction up to
        /// it.
        case end
    }

    /// The outcome of a round trip.
    enum PipelineOutcome { case done, failed, unknown }

    /// The results of a round trip: the rows of its last statement or of every statement, or a
    /// failure.
    enum PipelineResult {
        case rows([Rows])
        case failed(Failure)
    }

    /// Sends the queued statements and waits for all results: one round trip.
    ///
    /// It returns only the last statement's rows, unless every statement has its own caller.
    func roundTrip(_ decision: CommitPoint, keepingAll: Bool = false) -> PipelineResult {
        if !isLost { sendDeallocations() }
        let sent = steps
        // Deallocations follow the last statement, which decides the outcome.
        let last = sent.lastIndex { $0.isExecution } ?? sent.count - 1
        steps.removeAll(keepingCapacity: true)
        if isLost {
            // Without the end of the round trip the server executes nothing of it, even if a part
            // arrived.
            return .failed(
                Failure(
                    error: .unavailable("lost: " + loss), report: nil, isKnownUncommitted: true))
        }
        track(PQpipelineSync(raw))
        let limit = answerTimeout(statements: sent.count)
        var rows: [Rows] = []
        var isComplete = false
        var failure: Failure?
        for (index, step) in sent.enumerated() {
            guard let result = isLost ? nil : read(limit) else {
                isLost = true
                break
            }
            var isKept = false
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
                confirm(step)
                isComplete = index >= last
                guard index == last || keepingAll, case .execute(let statement) = step
                else { break }
                rows.append(Rows(result, rowDescription: statement.rowDescription(of: result)))
                isKept = true
            case PGRES_FATAL_ERROR where failure == nil:
                failure = fail(step, result)
                undo(step)
            default:
                // Skipped after a failure. Any other status, such as COPY, is not supported.
                if failure == nil { isLost = true }
                undo(step)
            }
            if !isKept { PQclear(result) }
            if isLost { break }
            while let more = read(limit) { PQclear(more) }
        }
        let refusal = isLost ? nil : readEnd(limit)
        // Postgres skips the rest of a failed round trip, so the deallocations run in one of their
        // own. Otherwise repeated failures would postpone them forever.
        let hasSkipped = !isLost && failure != nil && decision == .end
        if hasSkipped, sent.contains(where: \.isExecution), !pendingDeallocations.isEmpty {
            _ = roundTrip(.end)
        }
        switch decision.outcome(
            isComplete, isLost: isLost, failed: failure != nil || refusal != nil)
        {
        case .done: return .rows(rows)
        case .failed: return .failed(failure ?? refusal ?? noAnswer(decision))
        case .unknown: return .failed(noAnswer(decision))
        }
    }

    /// Each statement may use up its timeout; beyond the sum of all timeouts the server counts as
    /// gone.
    private func answerTimeout(statements: Int) -> Int64? {
        let limit = settings.statementTimeoutMilliseconds
        guard limit > 0 else { return nil }
        return Int64(limit * statements + settings.silenceGraceMilliseconds)
    }

    /// The next result, or nil at the end of a statement's results. Marks the connection as lost if
    /// the server is silent for longer than the limit.
    private func read(_ silenceMilliseconds: Int64?) -> OpaquePointer? {
        while PQisBusy(raw) != 0 {
            var waiting = pollfd(fd: PQsocket(raw), events: Int16(POLLIN), revents: 0)
            let count = poll(&waiting, 1, silenceMilliseconds.map { CInt(clamping: $0) } ?? -1)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                lossReason = "no answer within \(silenceMilliseconds ?? 0) ms"
                isLost = true
                return nil
            }
            if PQconsumeInput(raw) == 0 { break }
        }
        return PQgetResult(raw)
    }

    /// Reads up to the end of the round trip. A failure here comes from a check at commit.
    private func readEnd(_ silenceMilliseconds: Int64?) -> Failure? {
        var failure: Failure?
        while !isLost {
            guard let result = read(silenceMilliseconds) else {
                // A nil ends an error's results, once; no other nil precedes the end of the round
                // trip.
                if failure == nil || PQstatus(raw) != CONNECTION_OK { isLost = true }
                continue
            }
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_PIPELINE_SYNC: return failure
            case PGRES_FATAL_ERROR where failure == nil: failure = fail(nil, result)
            default: isLost = true
            }
        }
        return failure
    }

    private func confirm(_ step: Step) {
        switch step {
        case .prepare(let statement): statement.state = .prepared
        case .execute, .forget: break
        }
    }

    private func undo(_ step: Step) {
        switch step {
        case .prepare(let statement): statement.state = .unknown
        case .execute: break
        case .forget(let name): pendingDeallocations.append(name)
        }
    }

    /// The server's error for a step. If the error is libpq's own, returns nil and marks the
    /// connection as lost.
    private func fail(_ step: Step?, _ result: OpaquePointer) -> Failure? {
        guard let report = ServerReport(result) else {
            isLost = true
            return nil
        }
        // A session that ends, or can no longer write, is of no more use.
        if report.isFatal || report.isReadOnly {
            lossReason = report.summary
            isLost = true
        }
        let statement =
            switch step {
            case .prepare(let statement), .execute(let statement): statement.sql
            case .forget(let name): "DEALLOCATE " + name
            case nil: "COMMIT"
            }
        return Failure(
            error: report.error(in: statement), report: report, isKnownUncommitted: isLost)
    }

    private func noAnswer(_ decision: CommitPoint) -> Failure {
        Failure(
            error: decision == .deferred ? .unavailable("lost: " + loss) : .outcomeUnknown,
            report: nil, isKnownUncommitted: false)
    }
}

extension Connection.CommitPoint {
    /// Decides the outcome of a round trip. Pure, because its rarest cases cannot be provoked.
    ///
    /// - Parameters:
    ///   - isComplete: the server answered every statement.
    ///   - isLost: the session ended or fell silent.
    ///   - failed: the server reported an error, for a statement or at the end of the round trip.
    func outcome(_ isComplete: Bool, isLost: Bool, failed: Bool) -> Connection.PipelineOutcome {
        switch self {
        // After the result of COMMIT only the session can still end; the commit is certain.
        case .statement where isComplete: .done
        // The end of the round trip is the commit: if the session ends there, the commit may have
        // succeeded or not.
        case .end where isComplete && isLost: .unknown
        case .deferred, .statement, .end:
            failed ? .failed : isComplete && !isLost ? .done : .unknown
        }
    }
}
