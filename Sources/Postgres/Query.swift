/// A statement and the values that it binds, written as SQL with interpolation.
///
/// ```swift
/// "SELECT id, state FROM coupons WHERE merchant_id = \(merchant) AND code = \(code) FOR UPDATE"
/// ```
/// A value becomes `$1`, `$2`, … and never part of the text. `\(query)` splices another query with its
/// values, `\(raw:)` a text that must never come from outside.
package struct Query: Sendable {
    package private(set) var sql: String
    package private(set) var binds: [Bind]
    /// Where in the text, in bytes, each `$n` begins: a splice numbers them anew.
    private var marks: [Int]

    /// A statement without values, as it is.
    package init(raw sql: String) {
        self.sql = sql
        binds = []
        marks = []
    }

    fileprivate init(reservingText text: Int, values: Int) {
        self.init(raw: "")
        sql.reserveCapacity(text + 4 * values)
        binds.reserveCapacity(values)
        marks.reserveCapacity(values)
    }

    fileprivate mutating func append(raw text: String) { sql += text }

    fileprivate mutating func append(_ bind: Bind) {
        marks.append(sql.utf8.count)
        binds.append(bind)
        sql += "$"
        sql += String(binds.count)
    }

    fileprivate mutating func append(_ query: Query) {
        guard !query.marks.isEmpty else {
            sql += query.sql
            return
        }
        let text = query.sql.utf8
        var start = text.startIndex
        for (index, mark) in query.marks.enumerated() {
            let place = text.index(text.startIndex, offsetBy: mark)
            sql += query.sql[start..<place]
            append(query.binds[index])
            start = text.index(place, offsetBy: 1 + String(index + 1).utf8.count)
        }
        sql += query.sql[start...]
    }

    /// One query after another, with a separator that is plain SQL: conditions, rows of VALUES.
    package static func joined(_ queries: [Query], separator: StaticString) -> Query {
        var whole = Query(raw: "")
        for (index, query) in queries.enumerated() {
            if index > 0 { whole.append(raw: separator.description) }
            whole.append(query)
        }
        return whole
    }
}

extension Query: ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) { self.init(raw: value) }

    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.query }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var query: Query

        package init(literalCapacity: Int, interpolationCount: Int) {
            query = Query(reservingText: literalCapacity, values: interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { query.append(raw: literal) }

        package mutating func appendInterpolation(_ value: some Bindable) {
            query.append(value.bind)
        }

        /// A value that may be missing is a null of its type.
        package mutating func appendInterpolation(_ value: (some Bindable)?) {
            query.append(value.bind)
        }

        package mutating func appendInterpolation(_ fragment: Query) { query.append(fragment) }

        package mutating func appendInterpolation(fragment: Query) { query.append(fragment) }

        /// Text that becomes SQL: only what the program itself wrote.
        package mutating func appendInterpolation(raw text: String) { query.append(raw: text) }
    }
}

/// Values are not shown: they may be a buyer's.
extension Query: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { sql }
    package var debugDescription: String { sql }
    package var customMirror: Mirror { Mirror(self, children: ["sql": sql]) }
}
