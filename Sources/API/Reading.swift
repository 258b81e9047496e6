import HTTP
import JSON
import Vocabulary

// Small things that several routes read from a request.

extension Call {
    /// Reads what a list was asked for; whatever is wrong with it is one answer with all of it.
    ///
    /// - Parameter other: the parameters that this list has beside `limit` and `after`.
    func list<T>(knowing other: Set<String> = [], _ read: (QueryReader) -> T) throws -> T {
        try query(knowing: other.union(["limit", "after"]), read)
    }

    /// A page of a list without parameters of its own.
    func page<Noun: Identified>(of noun: Noun.Type) throws -> (limit: Int, after: UUID128?) {
        try list { ($0.limit(), $0.cursor(of: noun)) }
    }

    /// Where a list of a length of its own goes on.
    func page<Noun: Identified>(turning noun: Noun.Type) throws -> UUID128? {
        try query(knowing: ["after"]) { $0.cursor(of: noun) }
    }

    /// Reads what stands behind the path of what is no list.
    func query<T>(knowing known: Set<String>, _ read: (QueryReader) -> T) throws -> T {
        let query = QueryReader(self)
        query.check(knowing: known)
        let value = read(query)
        guard query.problems.isEmpty else { throw Problem.badFields(query.problems.all) }
        return value
    }

    /// The language of the buyer, from `Accept-Language`.
    var language: Language { Language(acceptLanguage: request.headers["Accept-Language"]) }
}

/// A list's answer: the rows, and where the next page begins if there is one.
func listAnswer<Row>(
    _ rows: [Row], limit: Int, cursor: (Row) -> String, write: (Row, inout Writer) -> Void
) -> Answer {
    Answer { writer in
        writer.object { $0.list(rows, limit: limit, cursor: cursor, write: write) }
    }
}

extension Writer {
    /// The members of a list.
    mutating func list<Row>(
        _ rows: [Row], limit: Int, cursor: (Row) -> String, write: (Row, inout Writer) -> Void
    ) {
        array("data", rows) { row, entry in write(row, &entry) }
        if rows.count == limit, let last = rows.last {
            member("nextCursor", cursor(last))
        } else {
            null("nextCursor")
        }
    }
}
