/// A stored JSON document that this version of the server does not understand: an internal error,
/// not a mistake of the caller.
package struct StoredDocumentError: Error, Equatable {
    package let problem: FieldProblem?

    package init(problem: FieldProblem?) { self.problem = problem }
}

extension ObjectReader {
    /// Reads an object that this program wrote.
    ///
    /// - Throws: `StoredDocumentError` if `read` returns nil.
    package static func stored<Value>(
        _ bytes: [UInt8], _ read: (ObjectReader) -> Value?
    ) throws -> Value {
        let problems = Problems()
        guard let fields = ObjectReader(try Document.parse(bytes).root, problems: problems),
            let value = read(fields)
        else { throw StoredDocumentError(problem: problems.all.first) }
        return value
    }
}
