/// Rules for names and text: the words of docs/glossary.md, and the width of lines.
struct Prose {
    /// Banned parts of names, split into words: `giveBack` is `[give, back]`.
    let names: [(name: String, parts: [String])]
    /// Banned words and phrases of text.
    let phrases: [String]

    static let widthMax = 100

    /// Reads the two tables of the glossary's last section.
    init(glossary: SourceFile) {
        var tables: [[String]] = []
        var isTable = false
        let section = glossary.lines.drop { $0 != "## Words we do not use" }
        for line in section {
            if line.hasPrefix("|") {
                if !isTable { tables.append([]) }
                let cell = line.dropFirst().prefix { $0 != "|" }
                let quoted = cell.split(separator: "`", omittingEmptySubsequences: false)
                let words = quoted.enumerated().filter { $0.offset % 2 == 1 }
                tables[tables.count - 1] += words.map { String($0.element) }
            }
            isTable = line.hasPrefix("|")
        }
        names = tables.isEmpty ? [] : tables[0].map { ($0, Prose.parts(of: $0)) }
        phrases = tables.count < 2 ? [] : tables[1]
    }

    /// `isNewCard` is `[is, new, card]`, and `HTTPCall` is `[http, call]`.
    static func parts(of name: String) -> [String] {
        var parts: [String] = []
        let signs = Array(name)
        for (index, sign) in signs.enumerated() {
            let isNext = index + 1 < signs.count && signs[index + 1].isLowercase
            let isStart =
                sign.isUppercase && (index == 0 || !signs[index - 1].isUppercase || isNext)
            if parts.isEmpty || isStart || !sign.isLetter {
                parts.append("")
            }
            if sign.isLetter { parts[parts.count - 1] += sign.lowercased() }
        }
        return parts.filter { !$0.isEmpty }
    }

    func namesWithBannedWords(_ file: SourceFile) -> [Violation] {
        guard file.isSwift else { return [] }
        return file.swift.words.compactMap { word in
            let parts = Prose.parts(of: word.text)
            let found = names.first { _, banned in
                parts.indices.contains { parts[$0...].starts(with: banned) }
            }
            return found.map {
                Violation(path: file.path, line: word.line, message: "\(word.text): \($0.name)")
            }
        }
    }

    func bannedPhrases(_ file: SourceFile) -> [Violation] {
        guard file.path != "docs/glossary.md" else { return [] }
        let lines = Prose.texts(of: file).map { (words: Prose.words(of: $0.text), line: $0.line) }
        return lines.indices.compactMap { index in
            let (words, line) = lines[index]
            // A phrase may be wrapped.
            let follows = index + 1 < lines.count && lines[index + 1].line == line + 1
            let next = follows ? lines[index + 1].words : " "
            let both = words.dropLast() + next
            let found = phrases.first { both.contains(" \($0) ") && !next.contains(" \($0) ") }
            return found.map { Violation(path: file.path, line: line, message: $0) }
        }
    }

    /// The words of a line in lower case, each between two blanks.
    private static func words(of text: String) -> String {
        let words = text.lowercased().split { !$0.isLetter && $0 != "_" }
        return " " + words.joined(separator: " ") + " "
    }

    /// Comments and lines of Markdown outside of tables and code.
    static func wideLines(_ file: SourceFile) -> [Violation] {
        texts(of: file).filter { _, line in
            let text = file.lines[line - 1]
            return text.count > widthMax && !text.drop { $0 == " " }.hasPrefix("|")
        }.map { Violation(path: file.path, line: $0.line, message: "over \(widthMax) columns") }
    }

    /// The comments of code, the names of tests, and the prose of documents, by lines.
    static func texts(of file: SourceFile) -> [(text: String, line: Int)] {
        if file.path.hasSuffix(".md") {
            var isCode = false
            return file.lines.enumerated().compactMap { index, line in
                if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
                return isCode ? nil : (String(line), index + 1)
            }
        }
        if file.isSwift {
            let comments = file.swift.comments.map { (text: $0.text, line: $0.line) }
            return comments + testNames(of: file)
        }
        let marks = commentMarks(of: file)
        return file.lines.enumerated().compactMap { index, line in
            let text = line.drop { $0 == " " }
            return marks.contains { text.hasPrefix($0) } ? (String(text), index + 1) : nil
        }
    }

    /// Raw identifiers of functions, and the strings with which `@Test` and `@Suite` begin.
    private static func testNames(of file: SourceFile) -> [(text: String, line: Int)] {
        guard file.path.hasPrefix("Tests/") else { return [] }
        typealias Name = (text: String, line: Int)
        let identifiers = file.lines.enumerated().compactMap { index, line -> Name? in
            guard let start = line.firstRange(of: "func `") else { return nil }
            return (String(line[start.upperBound...].prefix { $0 != "`" }), index + 1)
        }
        var isAttribute = false
        let strings = file.lines.enumerated().compactMap { index, line -> Name? in
            var text = line.drop { $0 == " " }
            for attribute in ["@Test(", "@Suite("] where text.hasPrefix(attribute) {
                text = text.dropFirst(attribute.count)
                isAttribute = true
            }
            // The string may begin the line below the attribute's parenthesis.
            if text.isEmpty { return nil }
            defer { isAttribute = false }
            guard isAttribute, text.hasPrefix("\"") else { return nil }
            return (String(text.dropFirst().prefix { $0 != "\"" }), index + 1)
        }
        return identifiers + strings
    }

    /// The beginnings of comments in a language, by the file's suffix. A script of `bin/`, `.ci/`
    /// or `bench/` without a suffix begins with `#!`.
    private static func commentMarks(of file: SourceFile) -> [String] {
        let name = file.path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else {
            let isScript =
                ["bin/", ".ci/", "bench/"].contains { file.path.hasPrefix($0) }
                && file.text.hasPrefix("#!")
            return isScript ? ["#"] : []
        }
        switch name[dot...] {
        case ".sql": return ["--"]
        case ".sh", ".py": return ["#"]
        case ".js", ".h", ".c", ".cpp": return ["//", "/*"]
        case ".css": return ["/*"]
        default: return []
        }
    }

    static let folderMax = 20

    /// A file is hard to find in a longer listing.
    static func foldersOverLimit(_ files: [SourceFile]) -> [Violation] {
        var counts: [String: Int] = [:]
        for file in files where file.path.hasPrefix("Sources/") || file.path.hasPrefix("Tests/") {
            let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
            counts[folder, default: 0] += 1
        }
        return counts.filter { $0.value > folderMax }.sorted { $0.key < $1.key }.map {
            Violation(path: $0.key, line: 1, message: "has \($0.value) files")
        }
    }
}
