extension Int64: BinaryElement {
    package static var elementType: ColumnType { .int8 }
    package static var arrayType: ColumnType { .int8s }
    package func append(to bytes: inout [UInt8]) -> Bool {
        bytes.appendBigEndian(self)
        return true
    }
}

extension Int: BinaryElement {
    package static var elementType: ColumnType { .int8 }
    package static var arrayType: ColumnType { .int8s }
    package func append(to bytes: inout [UInt8]) -> Bool { Int64(self).append(to: &bytes) }
}

extension Int32: BinaryElement {
    package static var elementType: ColumnType { .int4 }
    package static var arrayType: ColumnType { .int4s }
    package func append(to bytes: inout [UInt8]) -> Bool {
        bytes.appendBigEndian(self)
        return true
    }
}

extension Bool: BinaryElement {
    package static var elementType: ColumnType { .bool }
    package static var arrayType: ColumnType { .bools }
    package func append(to bytes: inout [UInt8]) -> Bool {
        bytes.append(self ? 1 : 0)
        return true
    }
}

extension String: BinaryElement {
    package static var elementType: ColumnType { .text }
    package static var arrayType: ColumnType { .texts }
    package func append(to bytes: inout [UInt8]) -> Bool {
        bytes.append(contentsOf: utf8)
        return true
    }
}

extension RawUUID: BinaryElement {
    package static var elementType: ColumnType { .uuid }
    package static var arrayType: ColumnType { .uuids }
    package func append(to bytes: inout [UInt8]) -> Bool {
        bytes.appendBigEndian(high)
        bytes.appendBigEndian(low)
        return true
    }
}

extension RawTimestamp: BinaryElement {
    package static var elementType: ColumnType { .timestamptz }
    package static var arrayType: ColumnType { .timestamptzs }
    package func append(to bytes: inout [UInt8]) -> Bool {
        bytes.appendBigEndian(postgresMicroseconds)
        return true
    }
}

/// Makes an array of `bytea` bindable: `[[UInt8]]`.
extension Array: ArrayElement where Element == UInt8 {
    package static func bind(_ values: [[UInt8]]) -> Bind { values.map(RawBytes.init).bind }
    package static var arrayType: ColumnType { .byteas }
    package static func decode(arrayIn cell: Cell) throws -> [[UInt8]] {
        try [RawBytes].decode(cell).map(\.bytes)
    }
}

/// One `bytea` in an array.
struct RawBytes: BinaryElement {
    let bytes: [UInt8]

    static var elementType: ColumnType { .bytea }
    static var arrayType: ColumnType { .byteas }

    func append(to bytes: inout [UInt8]) -> Bool {
        bytes.append(contentsOf: self.bytes)
        return true
    }

    static func decode(_ cell: Cell) throws -> RawBytes {
        try RawBytes(bytes: cell.byteValues())
    }
}

extension Optional: ArrayElement where Wrapped: BinaryElement {}

/// An array that may contain nulls: `[String?]`.
extension Optional: BinaryElement where Wrapped: BinaryElement {
    package static var elementType: ColumnType { Wrapped.elementType }
    package static var arrayType: ColumnType { Wrapped.arrayType }
    package func append(to bytes: inout [UInt8]) -> Bool { self?.append(to: &bytes) ?? false }
}
