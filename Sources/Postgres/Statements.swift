import Glibc

/// A statement that a connection has prepared, or is about to.
final class Statement {
    let sql: String
    let name: String
    /// The type of each value, as it was declared; the same text with other types is another statement.
    let types: [ColumnType]
    var state = State.unknown
    /// Of the answer, known after the first.
    var shape: Shape?
    fileprivate var lastUse: UInt64 = 0

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

    fileprivate func fits(_ query: Query) -> Bool {
        guard types.count == query.binds.count else { return false }
        for index in types.indices where types[index] != query.binds[index].type { return false }
        return true
    }
}

/// The prepared statements of one connection.
struct Statements {
    /// By text; more than one where a text is used with values of several types.
    private var known: [StatementText: [Statement]] = [:]
    private var count = 0
    private var uses: UInt64 = 0
    private var made = 0
    private let max: Int

    init(max: Int) { self.max = max }

    /// The statement of a query, new or known, and one that must make room for it.
    mutating func find(_ query: Query) -> (statement: Statement, evicted: Statement?) {
        uses += 1
        let text = StatementText(sql: query.sql)
        if let statement = known[text]?.first(where: { $0.fits(query) }) {
            statement.lastUse = uses
            return (statement, nil)
        }
        let evicted = count >= max ? evict() : nil
        made += 1
        count += 1
        let statement = Statement(query, name: "s\(made)")
        statement.lastUse = uses
        known[text, default: []].append(statement)
        return (statement, evicted?.state == .unknown ? nil : evicted)
    }

    /// Takes out the one longest unused.
    private mutating func evict() -> Statement? {
        let oldest = known.values.joined().min { $0.lastUse < $1.lastUse }
        guard let oldest else { return nil }
        let text = StatementText(sql: oldest.sql)
        known[text]?.removeAll { $0 === oldest }
        if known[text]?.isEmpty == true { known[text] = nil }
        count -= 1
        return oldest
    }

    mutating func forgetAll() {
        known.removeAll()
        count = 0
    }
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
