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

/// Lines of comma-separated values (RFC 4180).
package enum CSV {
    /// A line with the carriage return of its end, but without the line feed.
    package static func line(_ values: [ExportValue]) -> [UInt8] {
        var line: [UInt8] = []
        for (index, value) in values.enumerated() {
            if index > 0 { line.append(UInt8(ascii: ",")) }
            switch value {
            case .none: break
            case .plain(let text): append(text, to: &line)
            case .foreign(let text):
                append(mayCalculate(text) ? "'" + text : text, to: &line)
            }
        }
        line.append(UInt8(ascii: "\r"))
        return line
    }

    private static func append(_ text: String, to line: inout [UInt8]) {
        guard text.utf8.contains(where: needsQuotes) || text.first == " " || text.last == " " else {
            line += text.utf8
            return
        }
        line.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { line.append(byte) }
            line.append(byte)
        }
        line.append(UInt8(ascii: "\""))
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte < 0x20
    }

    /// True for a text that a spreadsheet would take for a formula. The apostrophe before it makes
    /// it a text (OWASP, CSV Injection). Spreadsheets also read the full-width forms, and skip
    /// blanks before them.
    private static func mayCalculate(_ text: String) -> Bool {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠": return true
            case " ", "\u{A0}", "\u{3000}", "\u{FEFF}": continue
            default: return false
            }
        }
        return false
    }
}
