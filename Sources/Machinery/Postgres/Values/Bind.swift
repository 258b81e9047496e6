/// One value of a statement, which is bound to `$1`, `$2`, ….
///
/// Numbers, times, UUIDs, bytes and arrays are sent in binary with their own type. Text and JSON
/// are sent as text whose type the server infers, so that they fit enumerations, dates and `jsonb`.
package enum Bind: Sendable {
    /// A null whose type the server infers.
    case null
    /// A null of a known type, so that a statement means the same with and without a value.
    case nullOf(ColumnType)
    case int64(Int64)
    case int32(Int32)
    case bool(Bool)
    case double(Double)
    /// Refused if it contains U+0000, which Postgres cannot store.
    case text(String)
    /// `bytea`.
    case bytes([UInt8])
    /// The 16 bytes as two words, most significant first.
    case uuid(high: UInt64, low: UInt64)
    /// `timestamptz`, since 1970-01-01T00:00:00Z.
    case timestamp(microseconds: Int64)
    /// `date`, days since 1970-01-01.
    case date(days: Int32)
    /// A UTF-8 document; fits `json` and `jsonb`.
    case json([UInt8])
    case array(ArrayBind)

    package static func texts(_ values: [String]) -> Bind { values.bind }
    package static func uuids(_ values: [(UInt64, UInt64)]) -> Bind {
        values.map { RawUUID(high: $0.0, low: $0.1) }.bind
    }

    var isNull: Bool {
        switch self {
        case .null, .nullOf: true
        default: false
        }
    }

    /// The type that is declared to the server when a statement is first prepared with this value.
    var type: ColumnType {
        switch self {
        case .null, .text, .json: .inferred
        case .nullOf(let type): type
        case .int64: .int8
        case .int32: .int4
        case .bool: .bool
        case .double: .float8
        case .bytes: .bytea
        case .uuid: .uuid
        case .timestamp: .timestamptz
        case .date: .date
        case .array(let array): array.type
        }
    }
}

/// A value that can appear in a statement: `WHERE id = \(id)`.
package protocol Bindable: Sendable {
    var bind: Bind { get }

    /// The type of its nulls. A type that wraps a number, time, UUID or bytes must declare it;
    /// otherwise the server refuses a null in a place where it cannot infer a type (`$1 IS NULL`).
    static var bindType: ColumnType { get }
}

extension Bindable {
    package static var bindType: ColumnType { .inferred }
}

/// An enumeration of text or numbers binds its raw value.
extension Bindable where Self: RawRepresentable, RawValue: Bindable {
    package var bind: Bind { rawValue.bind }
    package static var bindType: ColumnType { RawValue.bindType }
}

extension Bind: Bindable {
    package var bind: Bind { self }
}

extension Int64: Bindable {
    package var bind: Bind { .int64(self) }
    package static var bindType: ColumnType { .int8 }
}

/// `bigint`, because Int has 64 bits here.
extension Int: Bindable {
    package var bind: Bind { .int64(Int64(self)) }
    package static var bindType: ColumnType { .int8 }
}

extension Int32: Bindable {
    package var bind: Bind { .int32(self) }
    package static var bindType: ColumnType { .int4 }
}

extension Bool: Bindable {
    package var bind: Bind { .bool(self) }
    package static var bindType: ColumnType { .bool }
}

extension Double: Bindable {
    package var bind: Bind { .double(self) }
    package static var bindType: ColumnType { .float8 }
}

extension String: Bindable {
    package var bind: Bind { .text(self) }
}

extension Optional: Bindable where Wrapped: Bindable {
    package var bind: Bind { self?.bind ?? .nullOf(Wrapped.bindType) }
    package static var bindType: ColumnType { Wrapped.bindType }
}
