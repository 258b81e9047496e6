/// Rules about single words, sizes and paths.
enum Words {
    /// Domains that may handle amounts of money.
    static let money: Set<String> = [
        "Vocabulary", "Merchants", "Customers", "Outbox", "Processors", "Balances", "Carts",
        "Checkouts",
        "Payments",
        "Subscriptions", "SharedOrders",
    ]

    static func inexactNumbers(_ file: SourceFile) -> [Violation] {
        guard file.isSwift, money.contains(file.module) else { return [] }
        let floating: Set<String> = ["Double", "Float", "Float16", "Float80", "CGFloat", "Decimal"]
        return file.swift.words.filter { floating.contains($0.text) }.map {
            Violation(path: file.path, line: $0.line, message: "\($0.text) near money")
        }
    }

    /// The server writes log lines; only the commands of the executable print.
    static func printsOutsideCommands(_ file: SourceFile) -> [Violation] {
        guard file.isSource, file.isSwift, file.module != "paysheet" else { return [] }
        return file.swift.words.filter {
            ["print", "debugPrint", "dump", "NSLog"].contains($0.text)
                && $0.after == UInt8(ascii: "(") && $0.before != UInt8(ascii: ".")
        }.map { Violation(path: file.path, line: $0.line, message: "\($0.text)(") }
    }

    /// Words that mark unfinished work, in any kind of file.
    static func leftoverMarkers(_ file: SourceFile) -> [Violation] {
        // Assembled here, so that this file does not contain them.
        let later = ["TO" + "DO", "FIX" + "ME", "HA" + "CK"]
        return lines(of: file, ifAny: later) { line in
            later.first { word in contains(word, asWordIn: line) }
        }
    }

    /// A path that exists on one machine only.
    static func machinePaths(_ file: SourceFile) -> [Violation] {
        let folders = ["wo" + "rk", "ro" + "ot", "ho" + "me", "Us" + "ers", "fa" + "rm"]
        let paths = folders.map { "/" + $0 + "/" }
        return lines(of: file, ifAny: paths) { line in
            paths.first { folder in
                line.ranges(of: folder).contains { range in
                    // `a/home/b` is part of another path.
                    range.lowerBound == line.startIndex
                        || !isPathLetter(line[line.index(before: range.lowerBound)])
                }
            }
        }
    }

    /// The limit of CONTRIBUTING.md for a file of code.
    static func longFiles(_ file: SourceFile) -> [Violation] {
        let isCode = [".swift", ".h", ".c", ".cpp", ".py", ".js"].contains {
            file.path.hasSuffix($0)
        }
        let count = file.lines.count - 1
        // A generated file is not read as a whole.
        let isProgram = file.path.hasPrefix("bin/") && !file.path.hasSuffix(".txt")
        let isGenerated = ["Sources/System/CAssets/files.h", "clients/paysheet.py"]
            .contains(file.path)
        guard isCode || isProgram, !isGenerated, count > linesMax else { return [] }
        return [Violation(path: file.path, line: linesMax, message: "has \(count) lines")]
    }
    static let linesMax = 400

    /// A disabled test protects nothing.
    static func disabledTests(_ file: SourceFile) -> [Violation] {
        guard file.isSwift, file.path.hasPrefix("Tests/") else { return [] }
        return file.swift.words.filter {
            ["disabled", "withKnownIssue"].contains($0.text) && $0.after == UInt8(ascii: "(")
        }.map { Violation(path: file.path, line: $0.line, message: "\($0.text)(") }
    }

    private static func lines(
        of file: SourceFile, ifAny parts: [String], finding: (Substring) -> String?
    ) -> [Violation] {
        guard parts.contains(where: file.has) else { return [] }
        return file.lines.enumerated().compactMap { index, line in
            finding(line).map { Violation(path: file.path, line: index + 1, message: $0) }
        }
    }

    private static func contains(_ word: String, asWordIn line: Substring) -> Bool {
        line.ranges(of: word).contains { range in
            let isAfter = range.lowerBound > line.startIndex
            let before = isAfter ? line[line.index(before: range.lowerBound)] : " "
            let after = range.upperBound < line.endIndex ? line[range.upperBound] : " "
            return ![before, after].contains { $0.isLetter || $0.isNumber || $0 == "_" }
        }
    }

    private static func isPathLetter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_-.})".contains(character)
    }
}
