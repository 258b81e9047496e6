import Vocabulary

/// A delivery that is one worker's for the length of a lease, with all that sending it needs.
struct DueDelivery: Sendable {
    let delivery: Delivery
    let endpoint: Endpoint
    let event: Event
    /// Of a live merchant, whose endpoints are on the Internet.
    let live: Bool

    /// Nobody waits for it any more.
    var isVoid: Bool { endpoint.disabledAt != nil || endpoint.deletedAt != nil }

    /// An attempt may take 15 s and its note a while: within this nobody else tries. After a crash it
    /// is how long the next attempt waits.
    static let leaseSeconds: Int64 = 60
}
