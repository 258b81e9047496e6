import Foundation

/// A text file of the tree, with its path from the tree's root.
struct SourceFile: Sendable {
    let path: String
    let text: String
    let lines: [Substring]
    /// Scanned once, because a dozen rules read it; empty for files that are not Swift.
    let swift: SwiftText
    let isSwift: Bool

    init(path: String, text: String) {
        self.path = path
        self.text = text
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        isSwift = path.hasSuffix(".swift")
        swift = SwiftText(isSwift ? text : "")
    }

    /// True if the file contains these bytes: much faster than a search of each line.
    func has(_ part: String) -> Bool { strstr(text, part) != nil }

    var isSource: Bool { path.hasPrefix("Sources/") }
    var isMigration: Bool {
        path.hasPrefix("sql/") && path.hasSuffix(".sql") && path != "sql/schema.sql"
    }
    /// The module of a file in `Sources/<floor>/<module>/`.
    var module: String {
        let parts = path.split(separator: "/")
        return parts.count > 3 && parts[0] == "Sources" ? String(parts[2]) : ""
    }
}

/// A place that violates a rule.
struct Violation: Equatable, Sendable, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}

/// All text files of the project.
enum Tree {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let files: [SourceFile] = {
        let manager = FileManager.default
        var files: [SourceFile] = []
        let parts = [
            "Package.swift", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "openapi.yaml", ".ci",
            "bin", "bench", "clients", "deploy", "docs", "openapi", "pages", "sql", "Sources",
            "Tests",
        ]
        for part in parts {
            let start = root.appending(path: part)
            var isFolder: ObjCBool = false
            guard manager.fileExists(atPath: start.path, isDirectory: &isFolder) else { continue }
            let inside =
                isFolder.boolValue ? manager.enumerator(atPath: start.path)?.allObjects ?? [] : [""]
            for case let name as String in inside {
                let url = name.isEmpty ? start : start.appending(path: name)
                guard let data = try? Data(contentsOf: url),
                    let text = String(validating: data, as: UTF8.self)
                else { continue }
                files.append(SourceFile(path: name.isEmpty ? part : part + "/" + name, text: text))
            }
        }
        return files.sorted { $0.path < $1.path }
    }()
}
