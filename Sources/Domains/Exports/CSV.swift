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
                append(disarmed(text), to: &line)
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

    /// A semicolon or a tab separates cells where a spreadsheet is set up so.
    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\"")
            || byte < 0x20
    }

    /// The text with an apostrophe before each part that a spreadsheet would take for a formula,
    /// which makes it a text (OWASP, CSV Injection).
    ///
    /// A part begins at the start and after each character that may separate cells. Blanks and
    /// invisible characters before a formula do not stop a spreadsheet.
    private static func disarmed(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: beginsFormula) else { return text }
        var disarmed = String.UnicodeScalarView()
        var start: String.UnicodeScalarView.Index? = disarmed.startIndex
        for scalar in text.unicodeScalars {
            if let place = start, beginsFormula(scalar) {
                disarmed.insert("'", at: place)
                start = nil
            }
            disarmed.append(scalar)
            if separates(scalar) {
                start = disarmed.endIndex
            } else if !isSkipped(scalar) {
                start = nil
            }
        }
        return String(disarmed)
    }

    private static func beginsFormula(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣": true
        default: false
        }
    }

    private static func separates(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ",", ";", "\t", "\r", "\n", "|": true
        default: false
        }
    }

    private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
    }
}
