import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

// Helpers with which several routes read a request.

extension Call {
    /// Reads the parameters of a list, or throws one problem that lists every error.
    ///
    /// - Parameter other: the parameters of this list in addition to `limit` and `after`.
    func list<T>(knowing other: Set<String> = [], _ read: (QueryReader) -> T) throws -> T {
        try query(knowing: other.union(["limit", "after"]), read)
    }

    /// Reads the page of a list that has no other parameters.
    func page<Noun: Identified>(of noun: Noun.Type) throws -> (limit: Int, after: UUID128?) {
        try list { ($0.limit(), $0.cursor(of: noun)) }
    }

    /// Reads the cursor of a list whose pages have a fixed length.
    func page<Noun: Identified>(turning noun: Noun.Type) throws -> UUID128? {
        try query(knowing: ["after"]) { $0.cursor(of: noun) }
    }

    /// Reads the query of a route that is not a list.
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

/// A list's answer: the rows, and the cursor of the next page if there is one.
func listAnswer<Row>(
    _ rows: [Row], limit: Int, cursor: (Row) -> String, write: (Row, inout Writer) -> Void
) -> Answer {
    Answer { writer in
        writer.object { $0.list(rows, limit: limit, cursor: cursor, write: write) }
    }
}

/// The answer of a list whose filter scans a limited number of rows: a page that is not full may be
/// followed by another.
///
/// - Parameter noun: the type whose identifiers are the cursors.
func listAnswer<Row, Noun: Identified>(
    _ page: Page<Row>, limit: Int, of noun: Noun.Type, _ merchant: MerchantNumber,
    cursor: (Row) -> String, write: (Row, inout Writer) -> Void
) -> Answer {
    let scannedTo = page.scannedTo.map { Identifier<Noun>(merchant: merchant, uuid: $0).text }
    return Answer { writer in
        writer.object {
            $0.list(
                page.items, limit: limit, scannedTo: scannedTo, cursor: cursor, write: write)
        }
    }
}

extension Writer {
    /// Writes the members of a list.
    mutating func list<Row>(
        _ rows: [Row], limit: Int, scannedTo: String? = nil, cursor: (Row) -> String,
        write: (Row, inout Writer) -> Void
    ) {
        array("data", rows) { row, entry in write(row, &entry) }
        let last = rows.count == limit ? rows.last.map(cursor) : scannedTo
        if let last { member("nextCursor", last) } else { null("nextCursor") }
    }
}
