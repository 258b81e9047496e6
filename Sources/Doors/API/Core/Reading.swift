import HTTP
import JSON
import Merchants
import Vocabulary

// Helpers with which several endpoints read a request.

extension Call {
    /// Reads the page of a list that has no other parameters.
    func page<Noun: Identified>(of noun: Noun.Type) throws -> (limit: Int, after: UUID128?) {
        try query { ($0.limit(), $0.cursor(of: noun)) }
    }

    /// Reads the cursor of a list whose pages have a fixed length.
    func page<Noun: Identified>(turning noun: Noun.Type) throws -> UUID128? {
        try query { $0.cursor(of: noun) }
    }

    /// Reads the query, or throws one problem that lists every error in it.
    func query<T>(_ read: (QueryReader) -> T) throws -> T {
        let query = QueryReader(self)
        query.check(knowing: queryNames)
        let value = read(query)
        guard query.problems.isEmpty else { throw Problem.badFields(query.problems.all) }
        return value
    }
}
