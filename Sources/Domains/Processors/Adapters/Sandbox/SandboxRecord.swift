import Postgres
import Vocabulary

/// Thrown for a value in the record that this program does not know.
struct UnknownStoredValue: Error {}

extension Optional {
    func known() throws -> Wrapped {
        guard let self else { throw UnknownStoredValue() }
        return self
    }
}

extension Instant {
    var bind: Bind { .timestamp(microseconds: microseconds) }

    init(_ raw: RawTimestamp) { self.init(microseconds: raw.microseconds) }
}
