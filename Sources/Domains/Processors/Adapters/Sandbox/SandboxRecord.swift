import Postgres
import Vocabulary

extension Optional {
    /// Returns the value that was read from a column.
    ///
    /// - Throws: `StoredValueError` if this version of the server does not know the value.
    func known(_ column: StaticString) throws -> Wrapped {
        guard let self else { throw StoredValueError(column: "\(column)") }
        return self
    }
}

extension Instant {
    var bind: Bind { .timestamp(microseconds: microseconds) }

    init(_ raw: RawTimestamp) { self.init(microseconds: raw.microseconds) }
}
