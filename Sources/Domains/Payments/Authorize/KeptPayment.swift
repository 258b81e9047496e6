import Checkouts
import Idempotency
import Outbox
import Vocabulary

/// A payment that the processor approved and that has not changed since it started: all rows to
/// write for it.
///
/// The statement is flat because it writes several payments (docs/decisions/0011): each is stored
/// if its checkout's row has not changed since the processor was asked, independently of the
/// others.
struct KeptPayment: Sendable {
    /// The checkout after the write: authorized or captured.
    let sheet: Sheet
    /// The transaction that wrote the checkout's row when the payment started.
    let mark: String
    let attempt: Attempt
    /// The identifier of the capture; unused if nothing is captured.
    let capture: UUID128
    let entry: TimelineEntry
    let event: Event
    let claim: Claim?
    let kept: StoredAnswer?

    var isCaptured: Bool { sheet.state == .captured }
}
