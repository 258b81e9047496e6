import HTTPClient
import Postgres
import Vocabulary

/// Writes down how an attempt ended: the log, when it is tried again, and how its endpoint fares.
struct NoteDelivery: Sendable {
    let due: DueDelivery
    let result: Result<Answer, ClientFault>
    /// When the attempt began, and when it had ended.
    let startedAt: Instant
    let now: Instant
    let random: UInt64
    /// Of the event that tells of a disabled endpoint.
    let event: UUID128

    private enum Verdict {
        case delivered
        /// 410: nobody is there any more, and nobody will be.
        case gone
        case failed
    }

    private var verdict: Verdict {
        switch result {
        case .success(let answer) where (200...299).contains(answer.status): .delivered
        case .success(let answer) where answer.status == 410: .gone
        default: .failed
        }
    }

    var isDelivered: Bool { verdict == .delivered }

    func callAsFunction(in transaction: Transaction) throws {
        // The endpoint is locked before its deliveries, here and wherever it is changed.
        switch verdict {
        case .delivered: try transaction.later(Endpoint.noteSuccess(due.endpoint.id))
        case .gone: try disable(because: .gone, in: transaction)
        case .failed where due.endpoint.hasFailedTooLong(at: now):
            try disable(because: .failing, in: transaction)
        case .failed:
            try transaction.later(Endpoint.noteFailure(due.endpoint.id, at: startedAt))
        }
        let nextAt =
            verdict == .delivered
            ? nil
            : DeliverySchedule.next(after: due.delivery.attempts + 1, at: now, random: random)
        let state: Delivery.State =
            verdict == .delivered ? .delivered : nextAt == nil ? .failed : .pending
        try transaction.later(
            due.note(
                attempt, state: state, nextAt: nextAt ?? now,
                endedAt: state == .pending ? nil : now))
    }

    private func disable(because reason: Endpoint.DisabledBecause, in transaction: Transaction)
        throws
    {
        try DisableEndpoint(
            endpoint: due.endpoint.id, reason: reason, event: event, now: now)(in: transaction)
    }

    private var attempt: DeliveryAttempt {
        let number = due.delivery.attempts + 1
        switch result {
        case .success(let answer):
            return DeliveryAttempt(
                number: number, at: startedAt, milliseconds: answer.milliseconds,
                status: answer.status, failure: nil)
        case .failure(let fault):
            let milliseconds = max(0, (now.microseconds - startedAt.microseconds) / 1000)
            return DeliveryAttempt(
                number: number, at: startedAt, milliseconds: Int(milliseconds), status: nil,
                failure: fault.rawValue)
        }
    }
}
