import JSON
import Merchants
import Outbox
import Processors
import Vocabulary

extension SavedCard {
    /// The card as the API shows it: without Apple's and the processor's identifiers.
    package func write(membersTo writer: inout Writer) {
        writer.member("id", id.text)
        writer.member("kind", isMerchantToken ? "merchantToken" : "deviceToken")
        if !display.network.isEmpty { writer.member("network", display.network) }
        if !display.lastFour.isEmpty { writer.member("lastFour", display.lastFour) }
        writer.member("unlinkedAt", ifPresent: unlinkedAt)
    }

    /// Numbers and returns the card's next event.
    mutating func event(_ kind: Event.Kind, reason: String? = nil, at moment: Moment) -> Event {
        events += 1
        return Event(
            id: Event.ID(merchant: id.merchant, uuid: moment.identifier()), type: kind,
            object: id.text, sequence: events,
            data: Writer.write {
                write(membersTo: &$0)
                $0.member("checkout", checkout.text)
                $0.member("reason", ifPresent: reason)
                $0.member("createdAt", createdAt)
            }, at: moment.now)
    }
}
