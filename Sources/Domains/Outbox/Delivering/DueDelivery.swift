import Vocabulary

/// A delivery that one worker has leased, with all data needed to send it.
struct DueDelivery: Sendable {
    let delivery: Delivery
    let endpoint: WebhookEndpoint
    let event: Event
    /// True for a live merchant, whose endpoints must be on the Internet.
    let live: Bool

    /// True if the endpoint was disabled or deleted, so that the delivery must be dropped.
    var shouldDrop: Bool { endpoint.disabledAt != nil || endpoint.deletedAt != nil }

    /// An attempt may take 15 s and its record a while; no other worker tries within the lease.
    /// After a crash, the next attempt waits for its end.
    static let leaseSeconds: Int64 = 60
}
