import Outbox
import Postgres
import Vocabulary

extension Ledger {
    /// Queues all changes: balances and holds in the order of their identifiers, then the transfers
    /// and the events. The transaction sends them in its next round trip.
    package func store(in transaction: Transaction, identify: () -> UUID128) throws {
        for id in changedBalances.sorted(by: { $0.uuid < $1.uuid }) {
            try transaction.enqueue(try balance(id).store)
        }
        for id in newHolds.sorted(by: { $0.uuid < $1.uuid }) {
            try transaction.enqueue(try hold(id).insert)
        }
        for id in changedHolds.subtracting(newHolds).sorted(by: { $0.uuid < $1.uuid }) {
            try transaction.enqueue(try hold(id).store)
        }
        for transfer in transfers { try transaction.enqueue(transfer.insert) }
        for item in events {
            try transaction.enqueue(item.event(identify(), at: now).insert)
        }
    }
}
