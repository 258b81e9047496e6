/// One value of a row in Postgres's binary format; valid only while it is decoded.
package struct Cell {
    package let type: ColumnType
    /// Nil for a null.
    package let bytes: UnsafeRawBufferPointer?
    /// Retained by the rows, which outlive the cell, so that thirty cells a row need no reference
    /// counting.
    unowned(unsafe) let rowDescription: RowDescription
    let column: Int

    package var isNull: Bool { bytes == nil }

    /// The bytes of a value that must not be null and must have one of these types.
    package func bytes(of types: ColumnType..., wanted: StaticString) throws(PostgresError)
        -> UnsafeRawBufferPointer
    {
        guard types.contains(type) else { throw problem(.type(found: type.oid, wanted: wanted)) }
        return try value()
    }

    func value() throws(PostgresError) -> UnsafeRawBufferPointer {
        guard let bytes else { throw problem(.null) }
        return bytes
    }

    /// An error that names the column and never its value.
    package func problem(_ problem: ColumnProblem) -> PostgresError {
        .column(name: rowDescription.names[column], problem)
    }

    func integer<Number: FixedWidthInteger>(_: Number.Type, _ bytes: UnsafeRawBufferPointer)
        throws(PostgresError) -> Number
    {
        guard bytes.count == MemoryLayout<Number>.size else { throw problem(.value) }
        return Number(bigEndian: bytes.loadUnaligned(as: Number.self))
    }

    func byteValues() throws(PostgresError) -> [UInt8] {
        let found = try value()
        switch type {
        case .bytea, .json: return [UInt8](found)
        case .jsonb: return [UInt8](found.dropFirst())
        default: throw problem(.type(found: type.oid, wanted: "[UInt8]"))
        }
    }

    /// The elements of an array with at most one dimension.
    func elements() throws(PostgresError) -> [Cell] {
        let whole = try value()
        var reader = BinaryReader(whole[...])
        guard let dimensions = reader.word(), reader.word() != nil, let element = reader.word(),
            dimensions <= 1
        else { throw problem(.type(found: type.oid, wanted: "array")) }
        guard dimensions == 1 else { return [] }
        guard let count = reader.word(), reader.word() != nil else { throw problem(.value) }
        var cells: [Cell] = []
        cells.reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let length = reader.word() else { throw problem(.value) }
            let part: UnsafeRawBufferPointer?
            if length == UInt32.max {
                part = nil
            } else {
                guard let bytes = reader.bytes(Int(length)) else { throw problem(.value) }
                part = bytes
            }
            cells.append(
                Cell(
                    type: ColumnType(oid: element), bytes: part, rowDescription: rowDescription,
                    column: column))
        }
        return cells
    }
}

/// Reads words and bytes from a value, never beyond its end.
private struct BinaryReader {
    var rest: Slice<UnsafeRawBufferPointer>

    init(_ rest: Slice<UnsafeRawBufferPointer>) { self.rest = rest }

    mutating func bytes(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
    }

    mutating func word() -> UInt32? {
        bytes(4).map { UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)) }
    }
}
