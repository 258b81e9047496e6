/// Rules for SQL: where it may be, and that it never reads another merchant's rows.
enum Queries {
    /// SQL belongs in `Noun+Queries.swift` beside its noun, and in Postgres, which is about SQL.
    static func misplacedQueries(_ file: SourceFile) -> [Violation] {
        guard file.isSource, file.isSwift, file.module != "Postgres",
            !file.path.hasSuffix("+Queries.swift")
        else { return [] }
        return file.swift.literals.filter { isStatement($0.text) }.map {
            Violation(path: file.path, line: $0.line, message: "SQL outside of +Queries.swift")
        }
    }

    static func isStatement(_ text: String) -> Bool {
        let words = SQLText(text).tokens.map(\.text)
        func follows(_ first: String, _ second: String, within distance: Int) -> Bool {
            words.indices.contains {
                words[$0] == first
                    && words[$0...].dropFirst().prefix(distance).contains(second)
            }
        }
        return follows("INSERT", "INTO", within: 1) || follows("DELETE", "FROM", within: 1)
            || follows("UPDATE", "SET", within: 4) || follows("SELECT", "FROM", within: 400)
            || follows("CREATE", "TABLE", within: 1) || follows("WITH", "AS", within: 2)
    }

    /// Each statement on a table with a merchant names the merchant.
    ///
    /// A statement over all merchants says so in a comment above: `All merchants: why`.
    static func unscopedQueries(_ file: SourceFile, owned: Set<String>) -> [Violation] {
        guard file.isSource, file.isSwift else { return [] }
        let text = file.swift
        return text.literals.compactMap { literal in
            let sql = SQLText(literal.text)
            guard let table = tables(in: sql).first(where: owned.contains),
                !mentionsMerchant(sql)
            else { return nil }
            let excused = text.comments.contains {
                $0.text.contains("/ All merchants: ")
                    && (literal.line - 5...literal.line).contains($0.line)
            }
            return excused
                ? nil
                : Violation(
                    path: file.path, line: literal.line,
                    message: "a statement on \(table) without merchant_id =")
        }
    }

    /// The tables that a statement reads or writes.
    static func tables(in sql: SQLText) -> [String] {
        let before: Set<String> = ["FROM", "JOIN", "INTO", "UPDATE", "USING"]
        return sql.tokens.indices.dropLast().compactMap {
            before.contains(sql.tokens[$0].text) ? sql.tokens[$0 + 1].text : nil
        }
    }

    /// `merchant_id = …`, `(merchant_id, …) = …` or `IN`, or the first inserted column.
    private static func mentionsMerchant(_ sql: SQLText) -> Bool {
        sql.tokens.indices.contains { index in
            let name = sql.tokens[index].text
            guard name == "merchant_id" || name.hasSuffix(".merchant_id") else { return false }
            if compares(sql, at: index + 1) { return true }
            // In a list: of columns to insert, or compared as a row.
            guard sql.has("(", at: index - 1) else { return false }
            if index >= 3, sql.tokens[index - 3].text == "INTO" { return true }
            guard let close = sql.tokens[index...].firstIndex(where: { $0.text == ")" })
            else { return false }
            return compares(sql, at: close + 1)
        }
    }

    /// A comparison with values; rows found by a subquery may belong to any merchant.
    private static func compares(_ sql: SQLText, at index: Int) -> Bool {
        sql.has("=", at: index)
            || sql.has("IN", "(", at: index) && !sql.has("SELECT", at: index + 2)
    }
}
