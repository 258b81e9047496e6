/// The project modules that each module may import; docs/architecture.md gives the reasons.
///
/// Imports point down only: a module imports only modules above it in this list, except that every
/// domain may use Crypto and JSON.
enum Arrows {
    static let allowed: [String: Set<String>] = [
        // Infrastructure: its C library and nothing else.
        "Postgres": ["CPostgres"],
        "HTTP": ["CHTTPServer", "CHTTPRefusals"],
        "HTTPClient": ["CCurl"],
        "Crypto": ["CCrypto"],
        "JSON": ["CJSON"],
        "Archive": ["CZip"],
        "Pictures": ["CGD"],
        "Encodings": ["CConverters"],
        "Assets": ["CAssets"],
        "Observability": [],
        "Idempotency": ["Postgres", "Crypto"],

        // Domains: never HTTP.
        "Vocabulary": [],
        "Calendars": ["Vocabulary", "CICU"],
        "Contacts": ["Vocabulary", "JSON", "CPlaces", "CPhoneNumber"],
        "Merchants": ["Vocabulary", "Postgres", "Crypto", "HTTPClient", "JSON", "Pictures"],
        "Customers": ["Vocabulary", "Contacts", "Merchants", "Postgres", "Crypto", "JSON"],
        "Outbox": ["Vocabulary", "Merchants", "Postgres", "Crypto", "HTTPClient", "JSON"],
        "Processors": ["Vocabulary", "Postgres", "Crypto", "HTTPClient", "JSON"],
        "Credentials": [
            "Vocabulary", "Merchants", "Outbox", "Processors", "Postgres", "Crypto", "JSON",
        ],
        "Balances": [
            "Vocabulary", "Merchants", "Outbox", "Idempotency", "Postgres", "Crypto", "JSON",
        ],
        "Checkout": [
            "Vocabulary", "Contacts", "Merchants", "Customers", "Processors", "Balances", "Outbox",
            "Idempotency", "Postgres", "Crypto", "JSON",
        ],
        "Subscriptions": [
            "Vocabulary", "Calendars", "Merchants", "Customers", "Processors", "Balances",
            "Checkout", "Outbox", "Idempotency", "Postgres", "Crypto", "JSON",
        ],
        "Passes": [
            "Vocabulary", "Merchants", "Customers", "Credentials", "Outbox", "Postgres", "Archive",
            "Encodings", "Crypto", "JSON", "HTTPClient",
        ],
        "SharedOrders": [
            "Vocabulary", "Contacts", "Merchants", "Processors", "Checkout", "Outbox",
            "Idempotency",
            "Postgres", "Crypto", "JSON",
        ],
        "Operations": [
            "Vocabulary", "Merchants", "Processors", "Balances", "Outbox", "Checkout",
            "Subscriptions", "Postgres", "JSON",
        ],

        // Routes and pages.
        "API": [
            "Vocabulary", "Contacts", "Merchants", "Customers", "Processors", "Credentials",
            "Balances",
            "Outbox", "Checkout", "Subscriptions", "Operations", "Idempotency", "Postgres", "HTTP",
            "JSON",
            "Passes", "SharedOrders", "Archive", "Pictures", "Crypto", "Observability", "Assets",
        ],
        "Workers": [
            "Vocabulary", "Merchants", "Customers", "Processors", "Credentials", "Balances",
            "Outbox",
            "Checkout", "Subscriptions", "Operations", "Passes", "SharedOrders", "Idempotency",
            "Postgres",
            "Crypto", "Observability",
        ],
        "paysheet": [
            "Vocabulary", "Contacts", "Merchants", "Customers", "Processors", "Credentials",
            "Balances",
            "Outbox", "Checkout", "Subscriptions", "Operations", "Idempotency", "Passes",
            "SharedOrders", "API",
            "Workers",
            "Postgres",
            "HTTP",
            "HTTPClient", "JSON", "Crypto", "Archive", "Observability", "Assets",
        ],
    ]

    /// Toolchain modules, which every module may use.
    static let toolchain: Set<String> = ["Swift", "Glibc", "Dispatch", "Synchronization"]

    /// Foundation costs start-up time, memory and ICU: a file that needs it is listed with its
    /// reason.
    static let foundation: [String: String] = [:]

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

    static func violations(in file: SourceFile) -> [Violation] {
        guard file.isSource, file.isSwift else { return [] }
        guard let allowed = allowed[file.module] else {
            return [
                Violation(
                    path: file.path, line: 1, message: "\(file.module) is not in Arrows.swift")
            ]
        }
        return imports(of: file).compactMap { module, line in
            if module == "Foundation" {
                return foundation[file.path] == nil
                    ? Violation(path: file.path, line: line, message: "imports Foundation") : nil
            }
            if allowed.contains(module) || toolchain.contains(module) { return nil }
            return Violation(
                path: file.path, line: line, message: "\(file.module) may not import \(module)")
        }
    }

    /// Exactly one Swift module, recognized by its folder's name, imports each C module.
    static func doors(_ files: [SourceFile]) -> [Violation] {
        var importers: [String: Set<String>] = [:]
        for file in files where isC(file.module) { importers[file.module, default: []] = [] }
        for file in files where file.isSource && file.isSwift {
            for (module, _) in imports(of: file) where importers[module] != nil {
                importers[module]?.insert(file.module)
            }
        }
        return importers.filter { $0.value.count != 1 }.sorted { $0.key < $1.key }.map {
            Violation(
                path: "Sources/\($0.key)", line: 1,
                message: "imported by \($0.value.sorted().joined(separator: ", "))")
        }
    }

    /// `CJSON`, but not `Checkout`.
    static func isC(_ module: String) -> Bool {
        module.utf8.first == UInt8(ascii: "C")
            && module.utf8.dropFirst().first.map { (65...90).contains($0) } == true
    }
}
