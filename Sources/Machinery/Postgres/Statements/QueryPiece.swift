/// A part of a query's text, or the position of a value in it.
enum QueryPiece: Sendable {
    /// A literal of the program.
    case literal(StaticString)
    /// Text made at run time, which may contain places of values.
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
            one === other
                || one.parts.elementsEqual(other.parts) { $0.utf8.elementsEqual($1.utf8) }
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
    /// The texts before, between and after the places of values.
    let parts: [String]
    let hash: UInt64

    init(_ parts: [String]) {
        self.parts = parts
        // No text contains the separator.
        hash = parts.joined(separator: "\0").utf8.fnv1a
    }
}
