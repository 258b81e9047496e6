import Checkouts
import Idempotency
import Outbox
import Vocabulary

/// A payment that the processor approved and that has not changed since it started: all rows to
/// write for it.
///
/// One statement writes several payments (docs/decisions/0011). It stores each one independently of
/// the others, if the checkout's row has not changed since the processor was asked.
struct ApprovedPaymentWrite: Sendable {
    /// The checkout after the write: authorized or captured.
    let session: CheckoutSession
    /// The transaction that wrote the checkout's row when the payment started.
    let rowVersion: String
    let attempt: Attempt
    /// The identifier of the capture; unused if nothing is captured.
    let capture: UUID128
    let entry: TimelineEntry
    let event: Event
    let claim: Claim?
    let storedAnswer: StoredAnswer?

    var isCaptured: Bool { session.state == .captured }
}
