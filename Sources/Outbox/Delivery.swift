import Vocabulary

/// One event on its way to one endpoint.
package struct Delivery: Sendable {
    package enum State: String, Sendable, CaseIterable {
        case pending
        case delivered
        /// Tried for as long as it is tried.
        case failed
        /// Nobody waits for it any more: its endpoint was disabled or deleted.
        case dropped
    }

    package let endpoint: Endpoint.ID
    package let event: Event.ID
    package var state: State
    package var attempts: Int
    /// When it is tried next; while a worker is at it, when another may try.
    package var nextAt: Instant
    package let createdAt: Instant
    package var endedAt: Instant?

    package init(
        endpoint: Endpoint.ID, event: Event.ID, state: State = .pending, attempts: Int = 0,
        nextAt: Instant, createdAt: Instant, endedAt: Instant? = nil
    ) {
        self.endpoint = endpoint
        self.event = event
        self.state = state
        self.attempts = attempts
        self.nextAt = nextAt
        self.createdAt = createdAt
        self.endedAt = endedAt
    }
}

/// One try to deliver, for the log that the merchant reads.
package struct DeliveryAttempt: Sendable, Equatable {
    /// From 1.
    package let number: Int
    package let at: Instant
    package let milliseconds: Int
    /// The answer's status, or nothing when there was none.
    package let status: Int?
    /// Why there was no answer; one of a few fixed words.
    package let failure: String?

    package init(number: Int, at: Instant, milliseconds: Int, status: Int?, failure: String?) {
        self.number = number
        self.at = at
        self.milliseconds = milliseconds
        self.status = status
        self.failure = failure
    }
}
