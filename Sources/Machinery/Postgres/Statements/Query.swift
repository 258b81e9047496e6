/// A statement and its bound values, written as SQL with interpolation.
///
/// ```swift
/// "SELECT id, state FROM coupons WHERE merchant_id = \(merchant) AND code = \(code) FOR UPDATE"
/// ```
/// A value becomes `$1`, `$2`, … and never part of the text. `\(query)` inserts another query with
/// its values, `\(raw:)` a text that must never come from outside.
///
/// The text is stored in pieces, so that a repeated query does not build its text again: a
/// connection finds its prepared statement by the pieces.
package struct Query: Sendable {
    private(set) var pieces: [QueryPiece] = []
    package private(set) var binds: [Bind] = []
    /// The hash of the pieces, updated with each piece.
    private(set) var hash: UInt64 = 0

    /// A statement without values, unchanged.
    package init(raw sql: String) { append(QueryPiece.text(QueryText([sql]))) }

    fileprivate init() {}

    fileprivate mutating func reserve(values: Int) {
        pieces.reserveCapacity(2 * values + 1)
        binds.reserveCapacity(values)
    }

    fileprivate mutating func append(_ piece: QueryPiece) {
        pieces.append(piece)
        hash = (hash.rotated ^ piece.hash) &* 0x9E37_79B9_7F4A_7C15
    }

    fileprivate mutating func append(_ bind: Bind) {
        append(QueryPiece.value)
        binds.append(bind)
    }

    fileprivate mutating func append(_ query: Query) {
        for piece in query.pieces { append(piece) }
        binds.append(contentsOf: query.binds)
    }

    /// The text with `$1`, `$2`, … for the values.
    package var sql: String {
        var text = ""
        var values = 0
        let appendValue = {
            values += 1
            text += "$\(values)"
        }
        for piece in pieces {
            switch piece {
            case .literal(let literal): text += literal.description
            case .text(let template):
                for (index, part) in template.parts.enumerated() {
                    if index > 0 { appendValue() }
                    text += part
                }
            case .value: appendValue()
            }
        }
        return text
    }

    /// A text with a place for each value, such as `unnest(`, `::bigint[], `, `::text[])`.
    ///
    /// - Parameter texts: the texts before, between and after the places.
    init(template texts: [String]) {
        append(QueryPiece.text(QueryText(texts)))
    }

    /// The values in the places of a template.
    func filled(with values: [Bind]) -> Query {
        var query = self
        query.binds = values
        return query
    }

    /// Joins queries with a separator of plain SQL: conditions, rows of VALUES.
    package static func joined(_ queries: [Query], separator: StaticString) -> Query {
        var whole = Query()
        for (index, query) in queries.enumerated() {
            if index > 0 { whole.append(.literal(separator)) }
            whole.append(query)
        }
        return whole
    }
}

extension UInt64 {
    fileprivate var rotated: UInt64 { self << 5 | self >> 59 }
}

extension Query: ExpressibleByStringInterpolation {
    package init(stringLiteral value: StaticString) { append(.literal(value)) }

    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.query }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var query = Query()

        package init(literalCapacity: Int, interpolationCount: Int) {
            query.reserve(values: interpolationCount)
        }

        package mutating func appendLiteral(_ literal: StaticString) {
            if literal.utf8CodeUnitCount > 0 { query.append(.literal(literal)) }
        }

        package mutating func appendInterpolation(_ value: some Bindable) {
            query.append(value.bind)
        }

        /// A missing value is a null of its type.
        package mutating func appendInterpolation(_ value: (some Bindable)?) {
            query.append(value.bind)
        }

        package mutating func appendInterpolation(_ fragment: Query) { query.append(fragment) }

        package mutating func appendInterpolation(fragment: Query) { query.append(fragment) }

        /// Inserts text as SQL: only text that the program itself wrote.
        package mutating func appendInterpolation(raw text: String) {
            query.append(QueryPiece.text(QueryText([text])))
        }
    }
}

/// The values are not shown, because they may be a buyer's.
extension Query: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { sql }
    package var debugDescription: String { sql }
    package var customMirror: Mirror { Mirror(self, children: ["sql": sql]) }
}
