import Vocabulary

/// The delivery of one event to one endpoint.
package struct Delivery: Sendable {
    package enum State: String, Sendable, CaseIterable {
        case pending
        case delivered
        /// The last scheduled attempt has failed.
        case failed
        /// Abandoned because its endpoint was disabled or deleted.
        case dropped
    }

    package let endpoint: WebhookEndpoint.ID
    package let event: Event.ID
    package var state: State
    package var attempts: Int
    /// The time of the next attempt; during an attempt, the end of the worker's lease.
    package var nextAt: Instant
    package let createdAt: Instant
    package var endedAt: Instant?

    package init(
        endpoint: WebhookEndpoint.ID, event: Event.ID, state: State = .pending, attempts: Int = 0,
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

/// One delivery attempt, for the log that the merchant reads.
package struct DeliveryAttempt: Sendable, Equatable {
    /// Numbered from 1.
    package let number: Int
    package let at: Instant
    package let milliseconds: Int
    /// The status of the answer; nil if there was no answer.
    package let status: Int?
    /// The reason why there was no answer: one of a few fixed words.
    package let failure: String?

    package init(number: Int, at: Instant, milliseconds: Int, status: Int?, failure: String?) {
        self.number = number
        self.at = at
        self.milliseconds = milliseconds
        self.status = status
        self.failure = failure
    }
}
