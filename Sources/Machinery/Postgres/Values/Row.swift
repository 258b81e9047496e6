import CPostgres

/// One row of a result. It keeps the whole result in memory.
package struct Row: Sendable {
    let rows: Rows
    let index: Int32

    /// The value of a column by its name.
    ///
    /// Throws `PostgresError.column` if the column does not exist, has another type, or is null and
    /// the type is not optional.
    package func get<Value: Column>(_ name: StaticString, as: Value.Type = Value.self) throws
        -> Value
    {
        guard let column = rows.rowDescription.column(named: name) else {
            throw PostgresError.column(name: name.description, .missing)
        }
        return try withExtendedLifetime(rows) { try Value.decode(rows.cell(index, column)) }
    }

    /// The value of a column by its position, from 0.
    package func get<Value: Column>(at column: Int, as: Value.Type = Value.self) throws -> Value {
        guard rows.rowDescription.names.indices.contains(column) else {
            throw PostgresError.column(name: String(column), .missing)
        }
        return try withExtendedLifetime(rows) { try Value.decode(rows.cell(index, column)) }
    }
}

/// The result of one statement.
final class Rows: @unchecked Sendable {
    // Unchecked: libpq's result does not change after it arrived, and only this class frees it.
    private let result: OpaquePointer
    let rowDescription: RowDescription

    /// Takes ownership of the result.
    init(_ result: OpaquePointer, rowDescription: RowDescription) {
        self.result = result
        self.rowDescription = rowDescription
    }

    deinit { PQclear(result) }

    var count: Int32 { PQntuples(result) }

    var list: [Row] {
        let count = count
        if count == 0 { return [] }
        return (0..<count).map { Row(rows: self, index: $0) }
    }

    /// The number of rows that the statement wrote or found.
    var affected: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    var tag: String { String(cString: PQcmdStatus(result)) }

    func cell(_ row: Int32, _ column: Int) -> Cell {
        let place = Int32(column)
        var bytes: UnsafeRawBufferPointer?
        if PQgetisnull(result, row, place) == 0 {
            bytes = UnsafeRawBufferPointer(
                start: PQgetvalue(result, row, place),
                count: Int(PQgetlength(result, row, place)))
        }
        return Cell(
            type: rowDescription.types[column], bytes: bytes, rowDescription: rowDescription,
            column: column)
    }
}

/// The columns of a statement's result; the same for all its executions.
final class RowDescription: Sendable {
    let names: [String]
    let types: [ColumnType]
    /// Hashes of the names, because every column of every row is looked up by a name in the
    /// program.
    private let hashes: [UInt64]

    init(_ result: OpaquePointer) {
        let columns = 0..<PQnfields(result)
        names = columns.map { String(cString: PQfname(result, $0)) }
        types = columns.map { ColumnType(oid: PQftype(result, $0)) }
        hashes = names.map(\.utf8.fnv1a)
    }

    func column(named name: StaticString) -> Int? {
        name.withUTF8Buffer { hashes.firstIndex(of: $0.fnv1a) }
    }
}
