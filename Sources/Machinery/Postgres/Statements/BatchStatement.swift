/// A batch statement: inputs of one kind that wait for a connection at the same time are sent as
/// one statement over arrays.
///
/// This costs the server much less than as many statements in one round trip: it starts a plan
/// only once, and opens each table and index only once.
package protocol BatchStatement: Sendable {
    /// The statement for these inputs. It must do for each input the same as for that input alone.
    ///
    /// The column `caller` of each row contains the number of its input, from 0. If the statement
    /// fails for all inputs, each input runs alone.
    static func statement(for inputs: [Self]) -> Query

    /// The input's place among the statements of a round trip. The inputs of a statement are sorted
    /// by it, so that each statement locks its rows in the same order, and no two of them deadlock.
    var groupCommit: GroupCommit { get }
}

/// The part of a result that belongs to one caller.
struct CallerRows {
    let rows: Rows
    /// The indices of the caller's rows; nil if all rows belong to it.
    var indices: [Int32]?

    var list: [Row] { indices.map { $0.map { Row(rows: rows, index: $0) } } ?? rows.list }
    var affected: Int { indices?.count ?? rows.affected }

    /// Divides the result of a batch statement among its inputs.
    static func divided(_ rows: Rows, among count: Int) throws -> [CallerRows] {
        var indices: [[Int32]] = Array(repeating: [], count: count)
        for row in rows.list {
            let caller: Int64 = try row.get("caller")
            guard indices.indices.contains(Int(caller)) else {
                throw PostgresError.column(name: "caller", .missing)
            }
            indices[Int(caller)].append(row.index)
        }
        return indices.map { CallerRows(rows: rows, indices: $0) }
    }
}
