/// A part of a query's text, or the position of a value in it.
enum QueryPiece: Sendable {
    /// A literal of the program.
    case literal(StaticString)
    /// Text made at run time.
    case text(String)
    case value

    /// Two literals are equal if they have the same address. A text that the program contains twice
    /// is prepared twice, which costs only the second preparation.
    static func == (one: QueryPiece, other: QueryPiece) -> Bool {
        switch (one, other) {
        case (.literal(let one), .literal(let other)):
            one.utf8Start == other.utf8Start && one.utf8CodeUnitCount == other.utf8CodeUnitCount
        // Compares bytes: two texts that are only equivalent in Unicode are two statements.
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
