import JSON
import Outbox
import Vocabulary

extension SharedOrder {
    /// An event for the merchant: counts and amounts, without names.
    func event(_ type: Event.Kind, _ identifier: UUID128, at now: Instant) -> Event {
        Event(
            id: Event.ID(merchant: id.merchant, uuid: identifier), type: type, object: id.text,
            sequence: events, data: data, at: now)
    }

    private var data: [UInt8] {
        Writer.value { writer in
            writer.object {
                $0.member("id", id.text)
                $0.member("status", state.rawValue)
                $0.member("version", version)
                $0.member("currencyCode", currency.code)
                $0.member("itemsTotal", money(total).decimal)
                $0.member("participants", present)
                $0.member("choices", choices)
            }
        }
    }
}

extension SharedOrderAggregate {
    /// An event with the order's current state.
    mutating func makeEvent(_ type: Event.Kind) -> Event {
        order.events += 1
        isTouched = true
        return order.event(type, moment.identifier(), at: now)
    }
}
