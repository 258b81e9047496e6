import JSON

/// A file format of exports.
package enum ExportFormat: String, Sendable, CaseIterable {
    /// RFC 4180, with a header line.
    case csv
    /// One JSON object in each line, without members that have no value.
    case jsonl

    /// The first line, if the format has one.
    package func header(_ columns: [ExportColumn]) -> [UInt8]? {
        switch self {
        case .csv: CSV.line(columns.map { .plain("\($0.name)") })
        case .jsonl: nil
        }
    }

    /// A row as a line, without the line feed at its end.
    package func line(_ values: [ExportValue], _ columns: [ExportColumn]) -> [UInt8] {
        switch self {
        case .csv: CSV.line(values)
        case .jsonl:
            Writer.value { writer in
                writer.object { object in
                    for (column, value) in zip(columns, values) {
                        switch value {
                        case .none: break
                        case .plain(let text), .foreign(let text):
                            object.member(column.name, text)
                        }
                    }
                }
            }
        }
    }
}
