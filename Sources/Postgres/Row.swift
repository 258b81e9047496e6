import CPostgres

/// One row of an answer. Holds the whole answer in memory as long as it lives.
package struct Row: Sendable {
    let rows: Rows
    let index: Int32

    /// The value of a column by its name.
    ///
    /// Throws `PostgresError.column` when there is none of that name, it is of another type, or it
    /// is null and the type is not optional.
    package func get<Value: Column>(_ name: StaticString, as: Value.Type = Value.self) throws
        -> Value
    {
        guard let column = rows.shape.column(named: name) else {
            throw PostgresError.column(name: name.description, .missing)
        }
        return try withExtendedLifetime(rows) { try Value.decode(rows.cell(index, column)) }
    }

    /// The value of a column by its place, from 0.
    package func get<Value: Column>(at column: Int, as: Value.Type = Value.self) throws -> Value {
        guard rows.shape.names.indices.contains(column) else {
            throw PostgresError.column(name: String(column), .missing)
        }
        return try withExtendedLifetime(rows) { try Value.decode(rows.cell(index, column)) }
    }
}

/// The answer to one statement.
final class Rows: @unchecked Sendable {
    // Unchecked: libpq's result is not changed after it arrived, and it is freed here alone.
    private let result: OpaquePointer
    let shape: Shape

    /// Takes the result over.
    init(_ result: OpaquePointer, shape: Shape) {
        self.result = result
        self.shape = shape
    }

    deinit { PQclear(result) }

    var count: Int32 { PQntuples(result) }

    var list: [Row] {
        let count = count
        if count == 0 { return [] }
        return (0..<count).map { Row(rows: self, index: $0) }
    }

    /// How many rows the statement wrote, or found.
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
        return Cell(type: shape.types[column], bytes: bytes, shape: shape, column: column)
    }
}

/// The columns of a statement's answer; the same for each of its executions.
final class Shape: Sendable {
    let names: [String]
    let types: [ColumnType]
    /// Of the names: each row is asked for each of its columns, by names that the program wrote.
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
