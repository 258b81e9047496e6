import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

// The answers of lists: their rows, and the cursor of the next page if there is one.

extension Services {
    /// Answers with the page of a list that the query asks for.
    ///
    /// - Parameters:
    ///   - parent: the owner of the rows; evaluated after the query is read.
    ///   - names: the parameters of the filter.
    func list<Noun: Listable>(
        _ noun: Noun.Type, of parent: @autoclosure () throws -> Noun.Parent, _ call: Call,
        knowing names: Set<String>, filter read: (QueryReader) -> Noun.Filter,
        write: (Noun, inout Writer) -> Void
    ) async throws -> Response {
        let (limit, after, filter) = try call.list(knowing: names) { query in
            (query.limit(), query.cursor(Noun.ID.self), read(query))
        }
        let list = ListPage<Noun>(of: try parent(), filter, after: after, limit: limit)
        return try await answer(list, call, write: write)
    }

    /// The same for a list that has no filter.
    func list<Noun: Listable>(
        _ noun: Noun.Type, of parent: @autoclosure () throws -> Noun.Parent, _ call: Call,
        write: (Noun, inout Writer) -> Void
    ) async throws -> Response where Noun.Filter == NoFilter {
        try await list(
            noun, of: try parent(), call, knowing: [], filter: { _ in NoFilter() }, write: write)
    }

    /// Answers with a page. If its filter scans a limited number of rows, a page that is not full
    /// may be followed by another.
    func answer<Noun: Listable>(
        _ list: ListPage<Noun>, _ call: Call, write: (Noun, inout Writer) -> Void
    ) async throws -> Response {
        let page =
            if Noun.mayScan {
                try await reading(call) { try await list(on: database, keys: keys) }
            } else {
                try await list(on: database, keys: keys)
            }
        let scannedTo = page.scannedTo.flatMap {
            Noun.ID(scanned: $0, of: call.merchant.number)
        }
        return Answer { writer in
            writer.object {
                $0.list(
                    page.items, limit: list.limit, scannedTo: scannedTo?.text, cursor: \.id.text,
                    write: write)
            }
        }.response
    }
}

/// A page of rows that were read with a cursor.
func listAnswer<Row>(
    _ rows: [Row], limit: Int, cursor: (Row) -> String, write: (Row, inout Writer) -> Void
) -> Answer {
    Answer { writer in
        writer.object { $0.list(rows, limit: limit, cursor: cursor, write: write) }
    }
}

/// A page of a list that is read as a whole, newest first, because it has only a handful of rows.
func listAnswer<Row, Noun: Identified>(
    _ page: (limit: Int, after: UUID128?), of rows: [Row], id: (Row) -> Identifier<Noun>,
    write: (Row, inout Writer) -> Void
) -> Answer {
    let older = rows.drop { row in page.after.map { id(row).uuid >= $0 } ?? false }
    return listAnswer(
        Array(older.prefix(page.limit)), limit: page.limit, cursor: { id($0).text }, write: write)
}

/// A list that always fits on one page.
func listAnswer<Row>(all rows: [Row], write: (Row, inout Writer) -> Void) -> Answer {
    Answer { writer in
        writer.object { $0.list(rows, limit: .max, cursor: { _ in "" }, write: write) }
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
