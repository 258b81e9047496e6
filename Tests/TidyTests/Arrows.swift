import Foundation

/// The imports that Package.swift declares for each module.
struct Arrows {
    /// The floors, bottom-up: a module imports modules of its own floor and of the floors below.
    static let floors = ["System", "Machinery", "Domains", "Doors"]

    /// Toolchain modules, which every module may use. Foundation is not one of them: it costs
    /// start-up time, memory and ICU.
    static let toolchain: Set<String> = ["Swift", "Glibc", "Dispatch", "Synchronization"]

    struct Module: Equatable, Sendable {
        let name: String
        let floor: String
        let imports: [String]
    }

    /// In the order of Package.swift.
    let modules: [Module]

    /// The targets in Sources, from the output of `swift package dump-package`.
    init(dump: Data) throws {
        let package = try JSONDecoder().decode(Package.self, from: dump)
        modules = package.targets.compactMap { target in
            let folders = (target.path ?? "").split(separator: "/").map(String.init)
            guard folders.count == 3, folders[0] == "Sources" else { return nil }
            let imports = target.dependencies.compactMap { $0.byName?.first ?? nil }
            return Module(name: target.name, floor: folders[1], imports: imports)
        }
    }

    init(_ modules: [Module]) { self.modules = modules }

    private struct Package: Decodable {
        let targets: [Target]
        struct Target: Decodable {
            let name: String
            let path: String?
            let dependencies: [Dependency]
        }
        struct Dependency: Decodable { let byName: [String?]? }
    }

    /// The tree's own package.
    static let ofTree = Result {
        let swift = Process()
        swift.executableURL = URL(filePath: "/usr/bin/env")
        // A scratch folder of its own: the one of the build is locked while tests run.
        let scratch = FileManager.default.temporaryDirectory.appending(
            path: "paysheet-arrows-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        swift.arguments = [
            "swift", "package", "--package-path", Tree.root.path, "--scratch-path", scratch.path,
            "dump-package",
        ]
        let output = Pipe()
        swift.standardOutput = output
        try swift.run()
        let dump = output.fileHandleForReading.readDataToEndOfFile()
        swift.waitUntilExit()
        return try Arrows(dump: dump)
    }

    // MARK: Rules

    /// Checks the graph: imports point down, a domain does not import HTTP, and exactly one module
    /// imports each C module.
    func violations() -> [Violation] {
        var declared: [String: Module] = [:]
        var violations: [Violation] = []
        func refuse(_ message: String) {
            violations.append(Violation(path: "Package.swift", line: 1, message: message))
        }
        for module in modules {
            let height = Arrows.floors.firstIndex(of: module.floor)
            if height == nil { refuse("\(module.name) is on no floor") }
            for name in module.imports {
                guard let other = declared[name] else {
                    refuse("\(module.name) imports \(name), which is not declared above it")
                    continue
                }
                if let height, let under = Arrows.floors.firstIndex(of: other.floor), under > height
                {
                    refuse("\(module.name) imports \(name) of a higher floor")
                }
            }
            if module.floor == "Domains", module.imports.contains("HTTP") {
                refuse("\(module.name) is a domain and imports HTTP")
            }
            declared[module.name] = module
        }
        for module in modules where module.floor == "System" {
            let importers = modules.filter { $0.imports.contains(module.name) }.map(\.name)
            if importers.count != 1 {
                refuse("\(module.name) is imported by \(importers.joined(separator: ", "))")
            }
        }
        return violations
    }

    /// Checks the files: each import is declared, and each declared import is used. Doors declare
    /// all floors below, so unused imports are reported only below them.
    func violations(in files: [SourceFile]) -> [Violation] {
        var used: [String: Set<String>] = [:]
        let byName = Dictionary(modules.map { ($0.name, $0) }) { first, _ in first }
        var violations: [Violation] = []
        for file in files where file.isSource && file.isSwift {
            guard let module = byName[file.module] else {
                let message = "\(file.module) is not in Package.swift"
                violations.append(Violation(path: file.path, line: 1, message: message))
                continue
            }
            for (name, line) in Arrows.imports(of: file) where !Arrows.toolchain.contains(name) {
                used[module.name, default: []].insert(name)
                guard !module.imports.contains(name) else { continue }
                let message = "\(module.name) may not import \(name)"
                violations.append(Violation(path: file.path, line: line, message: message))
            }
        }
        for module in modules where ["Machinery", "Domains"].contains(module.floor) {
            for name in module.imports where used[module.name]?.contains(name) != true {
                let message = "\(module.name) does not use its import \(name)"
                violations.append(Violation(path: "Package.swift", line: 1, message: message))
            }
        }
        return violations
    }

    /// Imports of a file, with their lines: `import struct A.B` and `@testable import A` are
    /// imports of A.
    static func imports(of file: SourceFile) -> [(module: String, line: Int)] {
        let words = file.swift.words
        let kinds: Set<String> = [
            "struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor",
        ]
        return words.indices.compactMap { index in
            guard words[index].text == "import", index + 1 < words.count,
                words[index].before != UInt8(ascii: "."), words[index].before != UInt8(ascii: "`")
            else { return nil }
            let next = words[index + 1]
            let name =
                kinds.contains(next.text) && index + 2 < words.count ? words[index + 2] : next
            return name.line == words[index].line ? (name.text, name.line) : nil
        }
    }
}
