/// SQL as words and punctuation, without comments and the contents of strings.
struct SQLText {
    struct Token: Equatable { let text: String, line: Int }

    private(set) var tokens: [Token] = []

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var (at, line) = (0, 1)
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "-"), at + 1 < bytes.count, bytes[at + 1] == byte {
                while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
            } else if byte == UInt8(ascii: "'") {
                at += 1
                while at < bytes.count, bytes[at] != UInt8(ascii: "'") {
                    if bytes[at] == UInt8(ascii: "\n") { line += 1 }
                    at += 1
                }
                at += 1
                tokens.append(Token(text: "''", line: line))
            } else if SwiftText.isWord(byte) {
                let start = at
                while at < bytes.count,
                    SwiftText.isWord(bytes[at]) || bytes[at] == UInt8(ascii: ".")
                {
                    at += 1
                }
                tokens.append(
                    Token(text: String(decoding: bytes[start..<at], as: UTF8.self), line: line))
            } else {
                if byte == UInt8(ascii: "\n") { line += 1 }
                if "(),;=".utf8.contains(byte) {
                    tokens.append(Token(text: String(UnicodeScalar(byte)), line: line))
                }
                at += 1
            }
        }
    }

    /// True if these words follow each other at an index, in upper case as the project writes SQL.
    func has(_ words: String..., at index: Int) -> Bool {
        guard index >= 0, index + words.count <= tokens.count else { return false }
        return zip(words, tokens[index...]).allSatisfy { $0 == $1.text }
    }

    /// The first word in the parentheses that open at or after an index.
    func firstInParentheses(from index: Int) -> String? {
        guard let open = tokens[index...].firstIndex(where: { $0.text == "(" }),
            open + 1 < tokens.count
        else { return nil }
        return tokens[open + 1].text
    }
}

/// A table as its migration created it.
struct Table {
    let name: String
    var hasMerchant = false
    var keyBeginsWithMerchant = false

    /// All tables of a set of migrations.
    static func all(in files: [SourceFile]) -> [Table] {
        files.filter(\.isMigration).flatMap { tables(in: SQLText($0.text)) }
    }

    private static func tables(in sql: SQLText) -> [Table] {
        var tables: [Table] = []
        for index in sql.tokens.indices {
            if sql.has("CREATE", "TABLE", at: index), index + 2 < sql.tokens.count {
                tables.append(Table(name: sql.tokens[index + 2].text))
            } else if sql.tokens[index].text == ";" {
                // Text up to the next CREATE TABLE belongs to no table.
                tables.append(Table(name: ""))
            } else if sql.tokens[index].text == "merchant_id", !tables.isEmpty {
                tables[tables.count - 1].hasMerchant = true
            } else if sql.has("PRIMARY", "KEY", at: index), !tables.isEmpty {
                tables[tables.count - 1].keyBeginsWithMerchant =
                    sql.firstInParentheses(from: index) == "merchant_id"
            }
        }
        return tables.filter { !$0.name.isEmpty }
    }
}
