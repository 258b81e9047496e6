/// A type that can be read from a column.
package protocol Column {
    /// Throws `PostgresError.column`, which names the column and never its value.
    static func decode(_ cell: Cell) throws -> Self
}

/// An enumeration of text or numbers is read from its raw value; an unknown value is an error.
extension Column where Self: RawRepresentable, RawValue: Column {
    package static func decode(_ cell: Cell) throws -> Self {
        guard let value = Self(rawValue: try RawValue.decode(cell)) else {
            throw cell.problem(.value)
        }
        return value
    }
}

extension Optional: Column where Wrapped: Column {
    package static func decode(_ cell: Cell) throws -> Wrapped? {
        cell.isNull ? nil : try Wrapped.decode(cell)
    }
}

/// Reads `bigint`, `integer` and `smallint`.
extension Int64: Column {
    package static func decode(_ cell: Cell) throws -> Int64 {
        switch cell.type {
        case .int8: return try cell.integer(Int64.self, try cell.value())
        case .int4: return Int64(try cell.integer(Int32.self, try cell.value()))
        case .int2: return Int64(try cell.integer(Int16.self, try cell.value()))
        default: throw cell.problem(.type(found: cell.type.oid, wanted: "Int64"))
        }
    }
}

/// Reads `bigint`, `integer` and `smallint`.
extension Int: Column {
    package static func decode(_ cell: Cell) throws -> Int { Int(try Int64.decode(cell)) }
}

/// Reads `integer` and `smallint`.
extension Int32: Column {
    package static func decode(_ cell: Cell) throws -> Int32 {
        switch cell.type {
        case .int4: return try cell.integer(Int32.self, try cell.value())
        case .int2: return Int32(try cell.integer(Int16.self, try cell.value()))
        default: throw cell.problem(.type(found: cell.type.oid, wanted: "Int32"))
        }
    }
}

extension Bool: Column {
    package static func decode(_ cell: Cell) throws -> Bool {
        let bytes = try cell.bytes(of: .bool, wanted: "Bool")
        return try cell.integer(UInt8.self, bytes) != 0
    }
}

/// Reads `double precision` and `real`.
extension Double: Column {
    package static func decode(_ cell: Cell) throws -> Double {
        switch cell.type {
        case .float8: Double(bitPattern: try cell.integer(UInt64.self, try cell.value()))
        case .float4: Double(Float(bitPattern: try cell.integer(UInt32.self, try cell.value())))
        default: throw cell.problem(.type(found: cell.type.oid, wanted: "Double"))
        }
    }
}

/// Reads all text types, JSON, and the labels of the schema's enumerations.
extension String: Column {
    package static func decode(_ cell: Cell) throws -> String {
        var bytes = try cell.value()
        switch cell.type {
        case .text, .varchar, .bpchar, .name, .json: break
        case .jsonb: bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        case let type where type.isOfTheSchema && bytes.count < 64 && !bytes.contains(0): break
        default: throw cell.problem(.type(found: cell.type.oid, wanted: "String"))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw cell.problem(.value)
        }
        return text
    }
}

extension RawUUID: Column {
    package static func decode(_ cell: Cell) throws -> RawUUID {
        let bytes = try cell.bytes(of: .uuid, wanted: "UUID")
        guard bytes.count == 16 else { throw cell.problem(.value) }
        return RawUUID(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}

extension RawTimestamp: Column {
    package static func decode(_ cell: Cell) throws -> RawTimestamp {
        let bytes = try cell.bytes(of: .timestamptz, wanted: "timestamptz")
        return RawTimestamp(postgresMicroseconds: try cell.integer(Int64.self, bytes))
    }
}

extension RawTimestamp {
    /// Infinities stay the extremes of Int64.
    init(postgresMicroseconds value: Int64) {
        let isInfinite = value == .max || value == .min
        microseconds = isInfinite ? value : value + RawTimestamp.epoch
    }

    var postgresMicroseconds: Int64 {
        if microseconds == .max || microseconds == .min { return microseconds }
        return microseconds.subtractingReportingOverflow(RawTimestamp.epoch).partialValue
    }
}

extension RawDate: Column {
    package static func decode(_ cell: Cell) throws -> RawDate {
        let bytes = try cell.bytes(of: .date, wanted: "date")
        return RawDate(days: try cell.integer(Int32.self, bytes) &+ RawDate.epoch)
    }
}

/// Reads `json` and `jsonb`.
extension RawJSON: Column {
    package static func decode(_ cell: Cell) throws -> RawJSON {
        guard cell.type == .json || cell.type == .jsonb else {
            throw cell.problem(.type(found: cell.type.oid, wanted: "JSON"))
        }
        return RawJSON(try cell.byteValues())
    }
}
