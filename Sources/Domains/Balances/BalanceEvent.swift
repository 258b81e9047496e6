import JSON
import Outbox
import Vocabulary

/// An event of a balance, with the balance's state at that time.
struct BalanceEvent: Sendable {
    let kind: Event.Kind
    let balance: Balance
    let hold: Hold?
    let transfer: Transfer?

    func event(_ identifier: UUID128, at now: Instant) -> Event {
        Event(
            id: Event.ID(merchant: balance.id.merchant, uuid: identifier), type: kind,
            object: balance.id.text, sequence: balance.events, data: data(at: now), at: now)
    }

    private func data(at now: Instant) -> [UInt8] {
        Writer.write { body in
            balance.write(summaryTo: &body, at: now)
            body.member("hold", ifPresent: hold)
            body.member("transfer", ifPresent: transfer)
        }
    }
}
