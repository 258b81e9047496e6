/// A Postgres type by its OID in `pg_type`, which is fixed for built-in types.
package struct ColumnType: Hashable, Sendable {
    package let oid: UInt32

    package init(oid: UInt32) { self.oid = oid }

    /// The server infers the type from the statement; the value is sent as text.
    package static let inferred = ColumnType(oid: 0)

    package static let bool = ColumnType(oid: 16)
    package static let bytea = ColumnType(oid: 17)
    package static let name = ColumnType(oid: 19)
    package static let int8 = ColumnType(oid: 20)
    package static let int2 = ColumnType(oid: 21)
    package static let int4 = ColumnType(oid: 23)
    package static let text = ColumnType(oid: 25)
    package static let json = ColumnType(oid: 114)
    package static let float4 = ColumnType(oid: 700)
    package static let float8 = ColumnType(oid: 701)
    package static let bpchar = ColumnType(oid: 1042)
    package static let varchar = ColumnType(oid: 1043)
    package static let date = ColumnType(oid: 1082)
    package static let timestamptz = ColumnType(oid: 1184)
    package static let uuid = ColumnType(oid: 2950)
    package static let jsonb = ColumnType(oid: 3802)

    package static let jsons = ColumnType(oid: 199)
    package static let bools = ColumnType(oid: 1000)
    package static let byteas = ColumnType(oid: 1001)
    package static let int4s = ColumnType(oid: 1007)
    package static let texts = ColumnType(oid: 1009)
    package static let int8s = ColumnType(oid: 1016)
    package static let timestamptzs = ColumnType(oid: 1185)
    package static let uuids = ColumnType(oid: 2951)

    /// The name in SQL of a type that arrays may contain.
    var sqlName: String {
        switch self {
        case .bool: "boolean"
        case .bytea: "bytea"
        case .int4: "integer"
        case .int8: "bigint"
        case .json: "json"
        case .text: "text"
        case .timestamptz: "timestamptz"
        case .uuid: "uuid"
        default: preconditionFailure("arrays have no elements of this type")
        }
    }

    /// True for types of the schema itself: enumerations and composites.
    var isOfTheSchema: Bool { oid >= 16384 }
}
