import Checkouts
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
