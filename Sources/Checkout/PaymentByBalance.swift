import Balances
import Idempotency
import Vocabulary

/// A payment that one balance makes alone, decided on what was seen: all that is written for it.
///
/// Written flat, because several are one statement (docs/decisions/0010): each is kept if its checkout
/// is still the one that was seen, whatever becomes of its neighbours.
struct PaymentByBalance: Sendable {
    /// As it becomes: captured.
    let sheet: Sheet
    let seen: String
    let tender: Tender
    let capture: Capture
    let entry: TimelineEntry
    let event: UUID128
    let balanceEvent: UUID128
    let claim: Claim?
    let kept: StoredAnswer?

    /// As the balance's event tells it; what is left and its number are known when it is stored.
    var transfer: Transfer {
        Transfer(
            id: Transfer.ID(merchant: sheet.id.merchant, uuid: capture.id.uuid), kind: .capture,
            part: 0, from: .balance(tender.balance), to: .system(.revenue),
            amount: capture.amount, fromAfter: nil, toAfter: nil,
            fromNumber: nil, toNumber: nil, checkout: sheet.id.uuid,
            reference: nil, at: capture.startedAt)
    }
}
