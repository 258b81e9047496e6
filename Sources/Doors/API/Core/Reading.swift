import HTTP
import JSON
import Merchants
import Vocabulary

// Helpers with which several endpoints read a request.

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

    /// Reads the query of an endpoint that is not a list.
    func query<T>(knowing known: Set<String>, _ read: (QueryReader) -> T) throws -> T {
        let query = QueryReader(self)
        query.check(knowing: known)
        let value = read(query)
        guard query.problems.isEmpty else { throw Problem.badFields(query.problems.all) }
        return value
    }
}
