import Balances
import Checkouts
import Outbox
import Postgres

/// A statement that changes checkouts and writes the other rows of the same calls. Each call is
/// written with all its rows, or without any if its checkout does not meet the condition.
struct PaymentStatement {
    private var parts: [Query]

    /// - Parameters:
    ///   - columns: the columns of the checkout, and the values that the condition reads.
    ///   - condition: reads the checkout's row as `t` and the values as `g`.
    init<Write>(
        changing columns: TableColumns<Write>, of writes: [Write], where condition: Query
    ) {
        let update = columns.update(
            callers: writes, where: condition, returning: "t.xmin::text AS new_row_version")
        parts = ["written AS (\(update))"]
    }

    /// Adds a part that the condition reads.
    mutating func prepend(_ part: Query) { parts.insert(part, at: 0) }

    /// Inserts the rows of a table, unless no call has one.
    ///
    /// - Parameter items: the rows of each call.
    mutating func insert<Item>(
        _ name: Query, _ columns: TableColumns<Item>, _ items: [[Item]]
    ) {
        add(name, items) { columns.insert($0, callers: $1, of: "written") }
    }

    /// Changes the rows of a table, unless no call changes one.
    mutating func update<Item>(
        _ name: Query, _ columns: TableColumns<Item>, _ items: [[Item]]
    ) {
        add(name, items) { columns.update($0, callers: $1, of: "written") }
    }

    /// Writes the balances, holds, transfers and events of each call.
    mutating func add(_ ledgers: [LedgerRows], events: [[Event]]) {
        update("balances_after", Balance.changed, PaymentStatement.lastBalances(of: ledgers))
        insert("new_holds", Hold.stored, ledgers.map { $0.newHolds.list })
        update("holds_after", Hold.changed, ledgers.map { $0.changedHolds.list })
        insert("booked", Transfer.stored, ledgers.map(\.transfers))
        insert("emitted", Event.stored, zip(ledgers, events).map { $0.events + $1 })
    }

    /// The balances after all calls: of calls that change the same balance, the last one has its
    /// state. Calls that change balances have locked all their rows, so that all of them are
    /// written.
    private static func lastBalances(of ledgers: [LedgerRows]) -> [[Balance]] {
        var seen: Set<Balance.ID> = []
        return ledgers.reversed().map { rows in
            rows.balances.values.filter { seen.insert($0.id).inserted }
        }.reversed()
    }

    private mutating func add<Item>(
        _ name: Query, _ items: [[Item]], _ write: ([Item], _ callers: [Int]) -> Query
    ) {
        let all = items.flatMap { $0 }
        guard !all.isEmpty else { return }
        let callers = items.enumerated().flatMap { Array(repeating: $0, count: $1.count) }
        parts.append("\(name) AS (\(write(all, callers)))")
    }

    /// Returns a row for each call that was written.
    var query: Query {
        """
        WITH \(.joined(parts, separator: ", ")) SELECT caller, new_row_version FROM written
        """
    }
}

extension Dictionary {
    fileprivate var list: [Value] { Array(values) }
}
