/// A statement that a connection has prepared or will prepare.
final class Statement {
    fileprivate let pieces: [QueryPiece]
    fileprivate let hash: UInt64
    let sql: String
    let name: String
    /// The declared type of each value; the same text with other types is another statement.
    let types: [ColumnType]
    var state = State.unknown
    /// The shape of the result, read from the first one.
    private var firstRowDescription: RowDescription?
    fileprivate var lastUse: UInt64 = 0

    enum State {
        /// The server does not have it.
        case unknown
        /// Sent in this round trip, not answered yet.
        case sent
        case prepared
    }

    fileprivate init(_ query: Query, name: String) {
        pieces = query.pieces
        hash = query.hash
        sql = query.sql
        self.name = name
        types = query.binds.map(\.type)
    }

    /// The shape of a result, which is the same for all executions.
    func rowDescription(of result: OpaquePointer) -> RowDescription {
        if let firstRowDescription { return firstRowDescription }
        let rowDescription = RowDescription(result)
        firstRowDescription = rowDescription
        return rowDescription
    }

    fileprivate func fits(_ query: Query) -> Bool {
        guard pieces.count == query.pieces.count, types.count == query.binds.count else {
            return false
        }
        for index in pieces.indices where !(pieces[index] == query.pieces[index]) { return false }
        for index in types.indices where types[index] != query.binds[index].type { return false }
        return true
    }
}

/// The prepared statements of one connection.
struct Statements {
    /// By the hash of the text's pieces; a text has several statements if its values have several
    /// types.
    private var known: [UInt64: [Statement]] = [:]
    private var count = 0
    private var uses: UInt64 = 0
    private var made = 0
    private let max: Int

    init(max: Int) { self.max = max }

    /// The known or new statement of a query, and the statement that is evicted for it.
    mutating func find(_ query: Query) -> (statement: Statement, evicted: Statement?) {
        uses += 1
        if let statement = known[query.hash]?.first(where: { $0.fits(query) }) {
            statement.lastUse = uses
            return (statement, nil)
        }
        let evicted = count >= max ? evict() : nil
        made += 1
        count += 1
        let statement = Statement(query, name: "s\(made)")
        statement.lastUse = uses
        known[query.hash, default: []].append(statement)
        return (statement, evicted?.state == .unknown ? nil : evicted)
    }

    /// Removes the least recently used statement.
    private mutating func evict() -> Statement? {
        let oldest = known.values.joined().min { $0.lastUse < $1.lastUse }
        guard let oldest else { return nil }
        known[oldest.hash]?.removeAll { $0 === oldest }
        if known[oldest.hash]?.isEmpty == true { known[oldest.hash] = nil }
        count -= 1
        return oldest
    }

    mutating func forgetAll() {
        known.removeAll()
        count = 0
    }
}
