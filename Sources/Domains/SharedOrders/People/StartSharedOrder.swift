import Crypto
import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

/// Starts a shared order; the host is its first participant.
package struct StartSharedOrder: Verb {
    package let id: SharedOrder.ID
    package let terms: SharedOrderTerms
    package let host: NewParticipant
    package let keys: KeyRing
    package let moment: Moment

    package init(
        _ id: SharedOrder.ID, _ terms: SharedOrderTerms, host: NewParticipant, keys: KeyRing,
        moment: Moment
    ) {
        self.id = id
        self.terms = terms
        self.host = host
        self.keys = keys
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws -> SharedOrder {
        let (seal, wrapped) = SharedOrderSeal.make(for: id, keys: keys)
        let order = SharedOrder(
            id: id, state: .open, version: 1, events: 1, currency: terms.currency,
            keyNumber: Int(keys.currentNumber), generation: 1, dataKey: wrapped, host: 1,
            participants: 1, present: 1, choices: 0, total: 0,
            taken: Array(repeating: 0, count: terms.menu.items.count), deadlineAt: terms.deadlineAt,
            round: 0, tip: 0, createdAt: moment.now, changedAt: moment.now)
        let participant = Participant(
            number: 1, person: try host.person(in: transaction),
            name: host.name.map(seal.seal(name:)), total: 0, choices: 0, joinedAt: moment.now,
            wasRemoved: false)
        try transaction.enqueue(
            order.insert(Writer.value { writer in writer.object { terms.write(membersTo: &$0) } }))
        try transaction.enqueue(participant.insert(id))
        if let device = host.device {
            try transaction.enqueue(SharedDevice(device: device, participant: 1).insert(id))
        }
        try transaction.enqueue(
            order.event(.sharedOrderStarted, moment.identifier(), at: moment.now).insert)
        return order
    }
}
