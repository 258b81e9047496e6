import Idempotency

/// The first try to pay a sheet, decided on what was seen: all that is written before the processor
/// is asked.
///
/// Written flat, because several are one statement (docs/decisions/0011): each is kept if its checkout
/// is still the one that was seen, whatever becomes of its neighbours.
struct BegunPayment: Sendable {
    /// As it becomes: authorizing.
    let sheet: Sheet
    let seen: String
    let attempt: Attempt
    let claim: Claim?
    /// To be charged only if its merchant token was not taken back.
    let keptCard: KeptCard.ID?
}
