/// A part of a query's text, or the place of a value in it.
enum QueryPiece: Sendable {
    /// Written in the program.
    case literal(StaticString)
    /// Made while it runs.
    case text(String)
    case value

    /// Two literals are one where they are one place of the program: what is written twice is
    /// prepared twice, which costs nothing but the second time.
    static func == (one: QueryPiece, other: QueryPiece) -> Bool {
        switch (one, other) {
        case (.literal(let one), .literal(let other)):
            one.utf8Start == other.utf8Start && one.utf8CodeUnitCount == other.utf8CodeUnitCount
        // Bytes: two texts that only look alike to Unicode are two statements.
        case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
        case (.value, .value): true
        default: false
        }
    }

    var hash: UInt64 {
        switch self {
        case .literal(let literal): UInt64(UInt(bitPattern: literal.utf8Start))
        case .text(let text): text.utf8.fnv1a
        case .value: 1
        }
    }
}
