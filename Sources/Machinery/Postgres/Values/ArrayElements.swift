extension Int64: BinaryElement {
    package static var elementType: ColumnType { .int8 }
    package static var arrayType: ColumnType { .int8s }
}

extension Int: BinaryElement {
    package static var elementType: ColumnType { .int8 }
    package static var arrayType: ColumnType { .int8s }
}

extension Int32: BinaryElement {
    package static var elementType: ColumnType { .int4 }
    package static var arrayType: ColumnType { .int4s }
}

extension Bool: BinaryElement {
    package static var elementType: ColumnType { .bool }
    package static var arrayType: ColumnType { .bools }
}

extension String: BinaryElement {
    package static var elementType: ColumnType { .text }
    package static var arrayType: ColumnType { .texts }
}

extension RawUUID: BinaryElement {
    package static var elementType: ColumnType { .uuid }
    package static var arrayType: ColumnType { .uuids }
}

extension RawTimestamp: BinaryElement {
    package static var elementType: ColumnType { .timestamptz }
    package static var arrayType: ColumnType { .timestamptzs }
}

/// Makes an array of `bytea` bindable: `[[UInt8]]`.
extension Array: ArrayElement where Element == UInt8 {
    package static func bind(_ values: [[UInt8]]) -> Bind { values.map(RawBytes.init).bind }
    package static var arrayType: ColumnType { .byteas }
    package static func decode(arrayIn cell: Cell) throws -> [[UInt8]] {
        try [RawBytes].decode(cell).map(\.bytes)
    }
}

/// One `bytea` in an array, which may also contain nulls: `[RawBytes?]`.
package struct RawBytes: BinaryElement {
    let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var bind: Bind { .bytes(bytes) }
    package static var bindType: ColumnType { .bytea }

    package static var elementType: ColumnType { .bytea }
    package static var arrayType: ColumnType { .byteas }

    package static func decode(_ cell: Cell) throws -> RawBytes {
        try RawBytes(cell.byteValues())
    }
}

extension RawJSON: BinaryElement {
    package static var elementType: ColumnType { .json }
    package static var arrayType: ColumnType { .jsons }
}

/// An array as text, for a column whose values are arrays themselves: arrays of arrays must have
/// rows of one length in Postgres. The statement casts it to the column's type.
package struct ArrayLiteral: BinaryElement {
    private let text: String

    package init(_ uuids: [RawUUID]) { text = "{\(uuids.map(\.text).joined(separator: ","))}" }

    package init(_ numbers: [Int64]) {
        text = "{\(numbers.map(String.init).joined(separator: ","))}"
    }

    /// Each text in quotes, with a backslash before a quote or a backslash (Postgres, 8.15.6).
    package init(_ texts: [String]) {
        let quoted = texts.map { text in
            "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
        }
        text = "{\(quoted.joined(separator: ","))}"
    }

    package var bind: Bind { .text(text) }

    package static var elementType: ColumnType { .text }
    package static var arrayType: ColumnType { .texts }
    package static func decode(_ cell: Cell) throws -> ArrayLiteral {
        ArrayLiteral(text: try String.decode(cell))
    }

    private init(text: String) { self.text = text }
}

extension RawUUID {
    /// The usual form: `01234567-89ab-cdef-0123-456789abcdef`.
    fileprivate var text: String {
        let digits = [high, low].map { word in
            let text = String(word, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
        var rest = digits[...]
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }.joined(separator: "-")
    }
}

extension Optional: ArrayElement where Wrapped: BinaryElement {}

/// An array that may contain nulls: `[String?]`.
extension Optional: BinaryElement where Wrapped: BinaryElement {
    package static var elementType: ColumnType { Wrapped.elementType }
    package static var arrayType: ColumnType { Wrapped.arrayType }
}
