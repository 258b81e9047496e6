/// Rules for tables, so that they can be sharded by merchant and read as a history.
enum Migrations {
    /// These find a merchant by a globally unique name, or belong to the operator.
    static let global: Set<String> = [
        "names", "operator_keys", "outbox_cursors", "outbox_numbering", "jobs",
    ]

    static func missingReason(_ file: SourceFile) -> [Violation] {
        guard file.isMigration else { return [] }
        let first = file.lines.first ?? ""
        return first.hasPrefix("-- Why: ") && first.count > 30
            ? [] : [Violation(path: file.path, line: 1, message: "does not begin with -- Why: …")]
    }

    /// 0001, 0002, … without gaps and duplicates.
    static func unordered(_ files: [SourceFile]) -> [Violation] {
        files.filter(\.isMigration).enumerated().compactMap { index, file in
            let digits = String(index + 1)
            let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return file.path.hasPrefix("sql/\(number)_")
                ? nil : Violation(path: file.path, line: 1, message: "should be number \(number)")
        }
    }

    /// The log names the constraint that refused a row.
    static func unnamedConstraints(_ file: SourceFile) -> [Violation] {
        guard file.isMigration else { return [] }
        let sql = SQLText(file.text)
        return sql.tokens.indices.compactMap { index in
            let named = index >= 2 && sql.tokens[index - 2].text == "CONSTRAINT"
            let what: String
            if sql.has("PRIMARY", "KEY", at: index) {
                what = "PRIMARY KEY"
            } else if sql.has("FOREIGN", "KEY", at: index) {
                what = "FOREIGN KEY"
            } else if sql.has("UNIQUE", at: index), !sql.has("CREATE", at: index - 1) {
                what = "UNIQUE"
            } else if sql.has("CHECK", at: index), !sql.has("WITH", at: index - 1) {
                what = "CHECK"
            } else if sql.has("REFERENCES", at: index), !sql.has(")", at: index - 1) {
                what = "REFERENCES"
            } else {
                return nil
            }
            return named
                ? nil
                : Violation(
                    path: file.path, line: sql.tokens[index].line, message: "\(what) has no name")
        }
    }

    /// Keys that are unique over all merchants: a payment token pays once on a server.
    private static let globalIndexes: Set<String> = ["tokens_pay_once"]

    /// Primary keys, unique constraints and foreign keys begin with the merchant.
    static func keysWithoutMerchant(_ file: SourceFile) -> [Violation] {
        guard file.isMigration else { return [] }
        let sql = SQLText(file.text)
        var table = ""
        return sql.tokens.indices.compactMap { index in
            if sql.has("TABLE", at: index), index + 1 < sql.tokens.count {
                table = sql.tokens[index + 1].text
            }
            if sql.has("CREATE", "UNIQUE", "INDEX", at: index),
                let on = sql.tokens[index...].firstIndex(where: { $0.text == "ON" }),
                on + 1 < sql.tokens.count
            {
                table = sql.tokens[on + 1].text
            }
            let isKey =
                sql.has("PRIMARY", "KEY", at: index) || sql.has("FOREIGN", "KEY", at: index)
                || sql.has("UNIQUE", at: index)
            let name =
                sql.has("CREATE", "UNIQUE", "INDEX", at: index - 1)
                ? sql.tokens[index + 2].text : ""
            guard isKey, !global.contains(table), !globalIndexes.contains(name),
                sql.firstInParentheses(from: index) != "merchant_id"
            else { return nil }
            return Violation(
                path: file.path, line: sql.tokens[index].line,
                message: "a key of \(table) does not begin with merchant_id")
        }
    }
}
