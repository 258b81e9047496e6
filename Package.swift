// swift-tools-version: 6.2
//
// The graph of modules, bottom-up. docs/architecture.md explains it.
//
// A module imports only what its entry names, and each name is declared above it. SwiftPM does not
// enforce that by itself; bin/check does. Outside libraries come from Debian through pkg-config,
// each behind one Swift module.

import PackageDescription

/// A Swift module in `Sources/<floor>/<name>`.
struct Module {
    let floor: String
    let name: String
    let imports: [String]
    /// The modules that its tests import in addition to the module and its `imports`; nil if it has
    /// no tests.
    let tests: [String]?
}

/// Machinery knows nothing of payments.
func machinery(_ name: String, _ imports: String..., tests: [String]? = []) -> Module {
    Module(floor: "Machinery", name: name, imports: imports, tests: tests)
}

/// Domains do not import the module HTTP, because they serve no requests; some send requests
/// through HTTPClient.
func domain(_ name: String, _ imports: String..., tests: [String]? = []) -> Module {
    Module(floor: "Domains", name: name, imports: imports, tests: tests)
}

/// A domain that stores rows of merchants.
func records(_ name: String, _ imports: String..., tests: [String]? = []) -> Module {
    let common = ["Vocabulary", "Merchants", "Postgres", "Crypto", "JSON"]
    return Module(floor: "Domains", name: name, imports: common + imports, tests: tests)
}

/// Doors contain no SQL except the statement of the readiness check, in `Readiness+Queries.swift`;
/// each may import all modules of the two floors below.
func door(_ name: String, _ below: [Module], _ doors: String..., tests: [String]? = []) -> Module {
    Module(floor: "Doors", name: name, imports: below.map(\.name) + doors, tests: tests)
}

let system: [Target] = [
    header("CThreads"),
    library("CPostgres", "libpq", package: "libpq-dev"),
    library("CCrypto", "libcrypto", package: "libssl-dev"),
    library("CHTTPServer", "libmicrohttpd", package: "libmicrohttpd-dev"),
    library("CCurl", "libcurl", package: "libcurl4-openssl-dev"),
    library("CZip", "libzip", package: "libzip-dev"),
    library("CGD", "gdlib", package: "libgd-dev"),
    library("CICU", "icu-i18n", package: "libicu-dev"),
    library("CConverters", "icu-uc", package: "libicu-dev"),
    code("CJSON", linking: "simdjson"),
    code("CPhoneNumber", linking: "phonenumber"),
    code("CAssets"),
    code("CHTTPRefusals"),
    code("CPlaces"),
]

let below: [Module] = [
    machinery("Threads", "CThreads", tests: ["CThreads"]),
    machinery("Postgres", "Threads", "CPostgres"),
    machinery("Spelling"),
    machinery("HTTP", "Threads", "Spelling", "CHTTPServer", "CHTTPRefusals"),
    machinery("HTTPClient", "Threads", "CCurl"),
    machinery("Crypto", "CCrypto"),
    machinery("Archive", "CZip"),
    machinery("Pictures", "CGD"),
    machinery("Encodings", "CConverters"),
    machinery("JSON", "Spelling", "CJSON"),
    machinery("Observability", "Threads"),
    machinery("Assets", "CAssets", tests: nil),
    machinery("Idempotency", "Postgres", "Crypto", tests: nil),

    domain("Vocabulary", "JSON"),
    domain("Calendars", "Vocabulary", "CICU"),
    domain("Contacts", "Vocabulary", "JSON", "CPlaces", "CPhoneNumber"),
    domain(
        "Merchants", "Vocabulary", "Threads", "Postgres", "Crypto", "HTTPClient", "JSON",
        "Pictures"),
    records("Customers", "Contacts", tests: nil),
    records("Outbox", "HTTPClient"),
    domain("Processors", "Vocabulary", "Threads", "Postgres", "Crypto", "HTTPClient", "JSON"),
    records("Credentials", "Threads", "Outbox", "Processors"),
    records("Balances", "Customers", "Outbox"),
    domain(
        "Carts", "Vocabulary", "Threads", "Contacts", "Merchants", "Customers", "Processors",
        "Balances", "Crypto", "JSON", tests: ["CartSupport"]),
    records(
        "Checkouts", "Contacts", "Customers", "Processors", "Balances", "Carts", "Outbox",
        "Idempotency", tests: nil),
    // Its tests open each checkout that they pay for: they are the tests of Checkouts as well.
    records(
        "Payments", "Threads", "Contacts", "Customers", "Processors", "Balances", "Carts",
        "Checkouts", "Outbox", "Idempotency", tests: ["CartSupport", "Workers", "HTTPClient"]),
    records(
        "Subscriptions", "Threads", "Calendars", "Customers", "Processors", "Balances", "Carts",
        "Checkouts",
        "Payments", "Outbox", tests: ["Workers"]),
    records(
        "Passes", "Threads", "Customers", "Credentials", "Outbox", "Archive", "Encodings",
        "HTTPClient"),
    records(
        "SharedOrders", "Threads", "Contacts", "Processors", "Outbox", "Idempotency", "Carts",
        "Checkouts", "Payments", "Passes"),
    // The objects that passes show; it is above all of them.
    domain(
        "PassContents", "Vocabulary", "Postgres", "Crypto", "JSON", "Customers", "Processors",
        "Outbox", "Balances", "Carts", "Checkouts", "Payments", "Passes", "SharedOrders",
        tests: nil),
    // Rows of several domains, for a merchant's accounting.
    domain(
        "Exports", "Vocabulary", "Threads", "Merchants", "Customers", "Balances", "Checkouts",
        "Payments", "Subscriptions", "Postgres", "JSON"),
    domain(
        "Operations", "Vocabulary", "Merchants", "Processors", "Balances", "Outbox", "Checkouts",
        "Subscriptions", "Postgres", "JSON", tests: nil),
]

let doors: [Module] = [
    door("API", below),
    door("Workers", below),
    door("paysheet", below, "API", "Workers", tests: nil),
]

let modules = below + doors

/// Tests that belong to no module: of query plans, of the Swift file for apps, and of the
/// repository's own rules.
let otherTests: [Target] = [
    tests("QueryPlan", below.map(\.name)),
    tests("PaysheetClient", ["PaysheetClient"]),
    tests("Tidy", []),
]

let support: [Target] = [
    // `clients/Paysheet.swift`, which apps copy. The package builds it for its tests only.
    .target(name: "PaysheetClient", path: "clients", swiftSettings: strict()),
    .target(
        name: "CartSupport",
        dependencies: names(["Vocabulary", "Contacts", "Merchants", "Carts", "JSON"]),
        path: "Tests/Domains/CartSupport", swiftSettings: strict()),
    .target(
        name: "TestSupport",
        dependencies: names([
            "Threads", "Postgres", "HTTP", "HTTPClient", "JSON", "Crypto", "Vocabulary",
            "Merchants", "Processors", "Operations",
        ]), path: "Tests/TestSupport", swiftSettings: strict()),
]

/// True for a build with the thread sanitizer. It has the tests of the modules that start threads,
/// and no others: building all of them would take twice as long.
let isSanitized = Context.environment["PAYSHEET_SANITIZED"] != nil
/// True for a build of the fuzzer. Its `main` is in libFuzzer, with which only `bin/lib/fuzz.sh`
/// builds.
let isFuzzed = Context.environment["PAYSHEET_FUZZ"] != nil

let all = system + modules.map(target) + support + modules.compactMap(tests) + otherTests
let package = Package(
    name: "paysheet",
    products: isSanitized ? [] : [.executable(name: "paysheet", targets: ["paysheet"])],
    targets: isSanitized ? all.filter(checksThreads) : isFuzzed ? all + [fuzzer()] : all,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Below is how an entry becomes a target.

func strict() -> [SwiftSetting] {
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
        // Generic code of one module is specialized where another module calls it.
        .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
    ]
}

/// Declarations of the C library that Swift's Glibc module lacks.
func header(_ name: String) -> Target {
    .systemLibrary(name: name, path: "Sources/System/\(name)")
}

/// A library of Debian, found by pkg-config.
func library(_ name: String, _ pkgConfig: String, package: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
        providers: [.apt([package])])
}

/// C or C++ of our own, and the library that it links.
func code(_ name: String, linking library: String? = nil) -> Target {
    .target(
        name: name, path: "Sources/System/\(name)",
        cxxSettings: library == nil ? [] : [.unsafeFlags(["-O2"])],
        linkerSettings: library.map { [.linkedLibrary($0)] } ?? [])
}

func names(_ names: [String]) -> [Target.Dependency] { names.map { .byName(name: $0) } }

func target(_ module: Module) -> Target {
    let path = "Sources/\(module.floor)/\(module.name)"
    let make = module.name == "paysheet" ? Target.executable : Target.library
    return make(module.name, names(module.imports), path)
}

extension Target {
    static func executable(_ name: String, _ imports: [Dependency], _ path: String) -> Target {
        .executableTarget(name: name, dependencies: imports, path: path, swiftSettings: strict())
    }

    static func library(_ name: String, _ imports: [Dependency], _ path: String) -> Target {
        .target(name: name, dependencies: imports, path: path, swiftSettings: strict())
    }
}

/// The tests of a module may also open a transaction, send a request and read a document.
func tests(_ module: Module) -> Target? {
    module.tests.map { extra in
        let own = module.imports.filter { !isC($0) }
        return tests("\(module.floor)/\(module.name)", [module.name] + own + extra)
    }
}

/// True for a module of C or C++, such as `CJSON`; false for `Checkouts`.
func isC(_ name: String) -> Bool {
    name.first == "C" && name.dropFirst().first?.isUppercase == true
}

func tests(_ path: String, _ imports: [String]) -> Target {
    let module = path.split(separator: "/").last ?? ""
    return .testTarget(
        name: "\(module)Tests", dependencies: names(imports + ["TestSupport"]),
        path: "Tests/\(path)Tests", swiftSettings: strict())
}

func checksThreads(_ target: Target) -> Bool {
    target.type == .test
        ? ["ThreadsTests", "PostgresTests", "HTTPTests", "WorkersTests"].contains(target.name)
        : !["API", "paysheet"].contains(target.name)
}

func fuzzer() -> Target {
    .executableTarget(
        name: "FuzzContacts", dependencies: ["Contacts", "Vocabulary"], path: "Tests/Fuzz",
        swiftSettings: strict() + [.unsafeFlags(["-parse-as-library"])])
}
