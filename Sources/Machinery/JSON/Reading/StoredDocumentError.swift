/// A stored JSON document that this version of the server does not understand: an internal error,
/// not a mistake of the caller.
package struct StoredDocumentError: Error, Equatable, CustomStringConvertible {
    /// A word of the source, such as `plan`; never a stored value.
    package let document: String
    package let problem: FieldProblem?

    package init(_ document: String, _ problem: FieldProblem?) {
        self.document = document
        self.problem = problem
    }

    /// Names the document and no value of it.
    package var description: String { "a stored \(document) cannot be read" }
}

extension ObjectReader {
    /// Reads an object that this program wrote.
    ///
    /// - Parameter document: the name of the document in the error.
    /// - Throws: `StoredDocumentError` if the document is no object or `read` returns nil;
    ///   `JSONSyntaxError` if the bytes are not JSON.
    package static func stored<Value>(
        _ bytes: [UInt8], as document: String, _ read: (ObjectReader) -> Value?
    ) throws -> Value {
        let problems = Problems(ofStoredDocument: true)
        guard let fields = ObjectReader(try Document.parse(bytes).root, problems: problems),
            let value = read(fields)
        else { throw StoredDocumentError(document, problems.all.first) }
        return value
    }
}

extension ArrayReader {
    /// Reads an array of objects that this program wrote; throws like `ObjectReader.stored`, also
    /// if an element has a problem.
    package static func stored<Value>(
        _ bytes: [UInt8], as document: String, _ read: (ObjectReader) -> Value?
    ) throws -> [Value] {
        let problems = Problems(ofStoredDocument: true)
        guard
            let values = ArrayReader(try Document.parse(bytes).root, problems: problems)?
                .objects(read), problems.isEmpty
        else { throw StoredDocumentError(document, problems.all.first) }
        return values
    }
}
