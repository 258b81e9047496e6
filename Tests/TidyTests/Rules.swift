/// Citations of the numbered rules: `docs/rules/money.md#6` is the heading that begins with `## 6.`
/// in that file.
enum Rules {
    private static let folder = "docs/rules/"

    /// The numbers of a rulebook's headings, with their lines.
    static func headings(of book: SourceFile) -> [(number: String, line: Int)] {
        var headings: [(number: String, line: Int)] = []
        for (index, line) in book.lines.enumerated() where line.hasPrefix("##") {
            let title = line.drop { $0 == "#" }.dropFirst()
            let number = title.prefix { $0.isNumber || $0 == "." }
            guard number.count > 1, number.last == "." else { continue }
            headings.append((number: String(number.dropLast()), line: index + 1))
        }
        return headings
    }

    /// The rules of all rulebooks, as citations name them.
    static func all(in files: [SourceFile]) -> Set<String> {
        var rules: Set<String> = []
        for book in files where isRulebook(book) {
            for heading in headings(of: book) { rules.insert("\(book.path)#\(heading.number)") }
        }
        return rules
    }

    /// Finds citations of rules that do not exist. A citation may go on in its line: `#6, #7`.
    static func unresolved(_ file: SourceFile, among rules: Set<String>) -> [Violation] {
        guard file.has(folder) else { return [] }
        let citation = /(docs\/rules\/[a-z\-]+\.md)((?:(?:, | and | to )?#[0-9]+(?:\.[0-9]+)?)+)/
        let number = /[0-9]+(?:\.[0-9]+)?/
        var violations: [Violation] = []
        for (index, line) in file.lines.enumerated() {
            for cited in line.matches(of: citation) {
                for found in cited.output.2.matches(of: number) {
                    let rule = "\(cited.output.1)#\(found.output)"
                    guard !rules.contains(rule) else { continue }
                    violations.append(
                        Violation(
                            path: file.path, line: index + 1, message: "\(rule) does not exist"))
                }
            }
        }
        return violations
    }

    /// A number names one rule of its book.
    static func repeatedNumbers(_ file: SourceFile) -> [Violation] {
        guard isRulebook(file) else { return [] }
        var seen: Set<String> = []
        var violations: [Violation] = []
        for heading in headings(of: file) where !seen.insert(heading.number).inserted {
            violations.append(
                Violation(
                    path: file.path, line: heading.line,
                    message: "\(heading.number) is the number of an earlier rule"))
        }
        return violations
    }

    /// Finds rules that a source or a test cites without their path.
    static func citationsWithoutPath(_ file: SourceFile) -> [Violation] {
        guard file.isSource || file.path.hasPrefix("Tests/") else { return [] }
        let forms = (names + numbered).filter(file.has)
        guard !forms.isEmpty else { return [] }
        var violations: [Violation] = []
        for (index, line) in file.lines.enumerated() {
            for form in forms where contains(form, in: line) {
                violations.append(
                    Violation(
                        path: file.path, line: index + 1, message: "cites \(form) without a path"))
            }
        }
        return violations
    }

    /// Names that need the folder in front of them, or that no file has. Assembled here, so that
    /// this file does not contain them.
    private static let names = [
        "money" + ".md", "user-" + "demands", "apple-" + "contracts", "platform" + ".md",
    ]

    /// Words that cite a rule if a digit follows.
    private static let numbered = [
        "contacts.md ", "wallet.md ", "shared-orders.md ", "contracts ", "contracts part ",
        "ser demand ", "ser demands ", "oney rule ", "oney rules ",
    ]

    private static func contains(_ form: String, in line: Substring) -> Bool {
        line.ranges(of: form).contains { range in
            if names.contains(form) { return !line[..<range.lowerBound].hasSuffix(folder) }
            return range.upperBound < line.endIndex && line[range.upperBound].isNumber
        }
    }

    private static func isRulebook(_ file: SourceFile) -> Bool {
        file.path.hasPrefix(folder) && file.path.hasSuffix(".md")
    }
}
