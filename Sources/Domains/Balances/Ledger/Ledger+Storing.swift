import Outbox
import Postgres
import Vocabulary

extension Ledger {
    /// Queues all changes. The transaction sends them in its next round trip.
    package func store(in transaction: Transaction, identify: () -> UUID128) throws {
        var rows = LedgerRows()
        try rows.add(self, identify: identify)
        try rows.store(in: transaction)
    }
}

extension LedgerRows {
    /// Queues one statement for each table: balances and holds, then transfers and events.
    package func store(in transaction: Transaction) throws {
        let balances = Array(balances.values)
        let (new, changed) = (Array(newHolds.values), Array(changedHolds.values))
        if !balances.isEmpty { try transaction.enqueue(Balance.changed.update(balances)) }
        if !new.isEmpty { try transaction.enqueue(Hold.stored.insert(new)) }
        if !changed.isEmpty { try transaction.enqueue(Hold.changed.update(changed)) }
        if !transfers.isEmpty { try transaction.enqueue(Transfer.stored.insert(transfers)) }
        if !events.isEmpty { try transaction.enqueue(Event.stored.insert(events)) }
    }
}
