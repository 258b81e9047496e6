import Outbox
import Postgres
import Vocabulary

extension Ledger {
    /// Queues all changes. The transaction sends them in its next round trip.
    package func store(in transaction: Transaction, identify: () -> UUID128) throws {
        var rows = LedgerRows()
        try rows.add(self, identify: identify)
        for statement in rows.statements { try transaction.enqueue(statement) }
    }
}

extension LedgerRows {
    /// One statement for each table: balances and holds, then transfers and events.
    fileprivate var statements: [Query] {
        var all: [Query] = []
        if !balances.isEmpty { all.append(Balance.changed.update(Array(balances.values))) }
        if !newHolds.isEmpty { all.append(Hold.stored.insert(Array(newHolds.values))) }
        if !changedHolds.isEmpty { all.append(Hold.changed.update(Array(changedHolds.values))) }
        if !transfers.isEmpty { all.append(Transfer.stored.insert(transfers)) }
        if !events.isEmpty { all.append(Event.stored.insert(events)) }
        return all
    }
}
