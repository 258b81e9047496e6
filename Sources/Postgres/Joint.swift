/// What one statement does for many callers at once: those of one kind that wait for a connection at
/// the same moment go out together as one statement over arrays.
///
/// That costs the server much less than as many statements in one flight: a plan is begun once, and
/// each table and index opened once.
package protocol Joint: Sendable {
    /// The statement for these inputs, which does for each what it would do for that one alone.
    ///
    /// Each of its rows names in the column `caller` the input that it belongs to, from 0. It may fail
    /// for all of them; each is then done by itself.
    static func statement(for inputs: [Self]) -> Query

    /// Its place among its neighbours; inputs come in this order.
    var sharing: Sharing { get }
}

/// A joint without its type, as it waits among others.
struct JointInput: Sendable {
    let kind: ObjectIdentifier
    private let input: any Sendable
    private let join: @Sendable ([JointInput]) -> Query

    init<Input: Joint>(_ input: Input) {
        kind = ObjectIdentifier(Input.self)
        self.input = input
        join = { others in
            Input.statement(for: others.compactMap { $0.input as? Input })
        }
    }

    /// - Parameter others: of the same kind, itself among them.
    func statement(with others: [JointInput]) -> Query { join(others) }
}

/// What a statement answered to one of its callers.
struct Share {
    let rows: Rows
    /// The rows that are its own, if there are others'.
    var own: [Int32]?

    var list: [Row] { own.map { $0.map { Row(rows: rows, index: $0) } } ?? rows.list }
    var affected: Int { own?.count ?? rows.affected }

    /// The answer to a statement for several, divided.
    static func divided(_ rows: Rows, among count: Int) throws -> [Share] {
        var own: [[Int32]] = Array(repeating: [], count: count)
        for row in rows.list {
            let place: Int64 = try row.get("caller")
            guard own.indices.contains(Int(place)) else {
                throw PostgresError.column(name: "caller", .missing)
            }
            own[Int(place)].append(row.index)
        }
        return own.map { Share(rows: rows, own: $0) }
    }
}
