import HTTPClient
import Postgres
import Vocabulary

/// Records the result of an attempt: the log, the next attempt, and the endpoint's health.
struct RecordDeliveryAttempt: Verb {
    let due: DueDelivery
    let result: Result<Answer, ClientFault>
    /// The start of the attempt, and its end.
    let startedAt: Instant
    let now: Instant
    let random: UInt64
    /// The identifier of the event about a disabled endpoint.
    let event: UUID128

    private enum DeliveryDecision {
        case delivered
        /// 410: the endpoint is gone for good.
        case gone
        case failed
    }

    private var decision: DeliveryDecision {
        switch result {
        case .success(let answer) where (200...299).contains(answer.status): .delivered
        case .success(let answer) where answer.status == 410: .gone
        default: .failed
        }
    }

    /// The earliest time for the next request, as requested by the endpoint's server with 429 or
    /// 503 (RFC 9110, 10.2.3; Standard Webhooks 1.0.0 asks senders to honor it). It never makes an
    /// attempt earlier.
    private var retryAfter: Instant? {
        guard case .success(let answer) = result, [429, 503].contains(answer.status),
            let seconds = RetryAfter.seconds(answer["Retry-After"], at: now), seconds > 0
        else { return nil }
        return now.adding(seconds: seconds)
    }

    var isDelivered: Bool { decision == .delivered }

    func callAsFunction(in transaction: Transaction) throws {
        // Lock order: the endpoint before its deliveries, here and wherever an endpoint changes.
        switch decision {
        case .delivered: try transaction.enqueue(WebhookEndpoint.recordSuccess(due.endpoint.id))
        case .gone: try disable(because: .gone, in: transaction)
        case .failed where due.endpoint.hasFailedTooLong(at: now):
            try disable(because: .failing, in: transaction)
        case .failed:
            try transaction.enqueue(WebhookEndpoint.recordFailure(due.endpoint.id, at: startedAt))
            if let retryAfter {
                try transaction.enqueue(WebhookEndpoint.pause(due.endpoint.id, until: retryAfter))
            }
        }
        let scheduled =
            decision == .delivered
            ? nil
            : DeliverySchedule.next(after: due.delivery.attempts + 1, at: now, random: random)
        let nextAt = scheduled.map { max($0, retryAfter ?? $0) }
        let state: Delivery.State =
            decision == .delivered ? .delivered : nextAt == nil ? .failed : .pending
        try transaction.enqueue(
            due.record(
                attempt, state: state, nextAt: nextAt ?? now,
                endedAt: state == .pending ? nil : now))
    }

    private func disable(
        because reason: WebhookEndpoint.DisabledBecause, in transaction: Transaction
    )
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
