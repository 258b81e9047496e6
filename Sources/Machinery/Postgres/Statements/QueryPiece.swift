/// A part of a query's text, or the position of a value in it.
enum QueryPiece: Sendable {
    /// A literal of the program.
    case literal(StaticString)
    /// Text made at run time.
    case text(QueryText)
    case value

    /// Two literals are equal if they have the same address. A text that the program contains twice
    /// is prepared twice, which costs only the second preparation.
    static func == (one: QueryPiece, other: QueryPiece) -> Bool {
        switch (one, other) {
        case (.literal(let one), .literal(let other)):
            one.utf8Start == other.utf8Start && one.utf8CodeUnitCount == other.utf8CodeUnitCount
        // Compares bytes: two texts that are only equivalent in Unicode are two statements.
        case (.text(let one), .text(let other)):
            one === other || one.text.utf8.elementsEqual(other.text.utf8)
        case (.value, .value): true
        default: false
        }
    }

    var hash: UInt64 {
        switch self {
        case .literal(let literal): UInt64(UInt(bitPattern: literal.utf8Start))
        case .text(let text): text.hash
        case .value: 1
        }
    }
}

/// A text with its hash: a query that is kept and sent again has neither made again.
final class QueryText: Sendable {
    let text: String
    let hash: UInt64

    init(_ text: String) {
        self.text = text
        hash = text.utf8.fnv1a
    }
}
