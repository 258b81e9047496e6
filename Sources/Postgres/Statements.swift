import Glibc

/// A statement that a connection has prepared, or is about to.
final class Statement {
    let sql: String
    let name: String
    /// The declared type of each value; `inferred` where the first use had none.
    let types: [ColumnType]
    var state = State.unknown
    /// Of the answer, known after the first.
    var shape: Shape?
    fileprivate(set) var lastUse: UInt64 = 0

    enum State {
        /// The server does not have it.
        case unknown
        /// Sent in this pipeline, not answered yet.
        case sent
        case prepared
    }

    fileprivate init(_ query: Query, name: String) {
        sql = query.sql
        self.name = name
        types = query.binds.map(\.type)
    }
}

/// The prepared statements of one connection by their text.
struct Statements {
    private var known: [StatementText: Statement] = [:]
    private var uses: UInt64 = 0
    private var made = 0
    let max: Int

    init(max: Int) { self.max = max }

    /// The statement of a query, new or known, and one that must make room for it.
    mutating func find(_ query: Query) -> (statement: Statement, evicted: Statement?) {
        uses += 1
        let text = StatementText(sql: query.sql)
        if let statement = known[text] {
            statement.lastUse = uses
            return (statement, nil)
        }
        var evicted: Statement?
        if known.count >= max, let oldest = known.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            known[oldest.key] = nil
            evicted = oldest.value.state == .unknown ? nil : oldest.value
        }
        made += 1
        let statement = Statement(query, name: "s\(made)")
        statement.lastUse = uses
        known[text] = statement
        return (statement, evicted)
    }

    mutating func forgetAll() { known.removeAll() }
}

/// The bytes of a text: two texts that only look alike to Unicode are two statements.
private struct StatementText: Hashable {
    let sql: String

    static func == (one: StatementText, other: StatementText) -> Bool {
        let count = one.sql.utf8.count
        guard count == other.sql.utf8.count else { return false }
        var (one, other) = (one.sql, other.sql)
        return one.withUTF8 { one in
            other.withUTF8 { count == 0 || memcmp(one.baseAddress!, $0.baseAddress!, count) == 0 }
        }
    }

    func hash(into hasher: inout Hasher) {
        var text = sql
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
