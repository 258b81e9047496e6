import Idempotency
import Outbox
import Vocabulary

/// What a processor has approved of a payment that nobody touched since it began: all that is written
/// for it.
///
/// Written flat, because several are one statement (docs/decisions/0011): each is kept if its checkout
/// is still as it was when the processor was asked, whatever becomes of its neighbours.
struct KeptPayment: Sendable {
    /// As it becomes: authorized, or captured.
    let sheet: Sheet
    /// The mark that beginning it left on the checkout's row.
    let mark: String
    let attempt: Attempt
    /// Of a capture; without one it names nothing.
    let capture: UUID128
    let entry: TimelineEntry
    let event: Event
    let claim: Claim?
    let kept: StoredAnswer?

    var isCaptured: Bool { sheet.state == .captured }
}
