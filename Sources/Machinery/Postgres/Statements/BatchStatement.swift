/// A batch statement: inputs of one kind that wait for a connection at the same time are sent as
/// one statement over arrays.
///
/// This costs the server much less than as many statements in one flight: it starts a plan only
/// once, and opens each table and index only once.
package protocol BatchStatement: Sendable {
    /// The statement for these inputs. It must do for each input the same as for that input alone.
    ///
    /// The column `caller` of each row contains the number of its input, from 0. If the statement
    /// fails for all inputs, each input runs alone.
    static func statement(for inputs: [Self]) -> Query

    /// The order among the statements of a flight; inputs are sorted by it.
    var groupCommit: GroupCommit { get }
}

/// A batch input without its type.
struct BatchInput: Sendable {
    let kind: ObjectIdentifier
    private let input: any Sendable
    private let join: @Sendable ([BatchInput]) -> Query

    init<Input: BatchStatement>(_ input: Input) {
        kind = ObjectIdentifier(Input.self)
        self.input = input
        join = { others in
            Input.statement(for: others.compactMap { $0.input as? Input })
        }
    }

    /// - Parameter others: the inputs of the same kind, this one included.
    func statement(with others: [BatchInput]) -> Query { join(others) }
}

/// The part of a result that belongs to one caller.
struct CallerRows {
    let rows: Rows
    /// The caller's own rows; nil if all rows are.
    var own: [Int32]?

    var list: [Row] { own.map { $0.map { Row(rows: rows, index: $0) } } ?? rows.list }
    var affected: Int { own?.count ?? rows.affected }

    /// Divides the result of a batch statement among its inputs.
    static func divided(_ rows: Rows, among count: Int) throws -> [CallerRows] {
        var own: [[Int32]] = Array(repeating: [], count: count)
        for row in rows.list {
            let place: Int64 = try row.get("caller")
            guard own.indices.contains(Int(place)) else {
                throw PostgresError.column(name: "caller", .missing)
            }
            own[Int(place)].append(row.index)
        }
        return own.map { CallerRows(rows: rows, own: $0) }
    }
}
