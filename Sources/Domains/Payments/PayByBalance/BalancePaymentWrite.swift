import Balances
import Carts
import Checkouts
import Idempotency
import Vocabulary

/// A payment by one balance alone, decided on an optimistic read: all rows to write for it.
///
/// One statement writes several payments (docs/decisions/0010). It stores each one independently of
/// the others, if the checkout's row has not changed.
struct BalancePaymentWrite: Sendable {
    /// The checkout after the write: captured.
    let session: CheckoutSession
    let rowVersion: String
    let tender: Tender
    let capture: Capture
    let entry: TimelineEntry
    let event: UUID128
    let balanceEvent: UUID128
    let claim: Claim?
    let storedAnswer: StoredAnswer?

    /// The transfer in the balance's event; the remaining amount and the sequence number are known
    /// only when it is stored.
    var transfer: Transfer {
        Transfer(
            id: Transfer.ID(merchant: session.id.merchant, uuid: capture.id.uuid), kind: .capture,
            part: 0, from: .balance(tender.balance), to: .system(.revenue),
            amount: capture.amount, fromAfter: nil, toAfter: nil,
            fromNumber: nil, toNumber: nil, checkout: session.id.uuid,
            reference: nil, at: capture.startedAt)
    }
}
