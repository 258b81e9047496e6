// swift-tools-version: 6.2
//
// The graph of modules, bottom-up: the first file to read.
//
// An arrow points down only. SwiftPM does not enforce that by itself; bin/check does.
// Outside libraries come from Debian through pkg-config, each behind one Swift module.

import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // A release sees through the modules: what is generic in one is made concrete in another.
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

/// A Swift module of the house and what it may import.
func module(_ name: String, _ imports: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: imports, swiftSettings: strict)
}

/// The tests of a module; each may open a transaction, send a request and read a document.
func tests(_ name: String, _ imports: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: imports + ["TestSupport"], swiftSettings: strict)
}

let package = Package(
    name: "paysheet",
    products: [.executable(name: "paysheet", targets: ["paysheet"])],
    targets: [
        // C, each imported by exactly one Swift module.
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CHTTPServer", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "CJSON", cxxSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("simdjson")]),
        .target(
            name: "CPhoneNumber", cxxSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("phonenumber")]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CGD", pkgConfig: "gdlib", providers: [.apt(["libgd-dev"])]),
        .systemLibrary(name: "CICU", pkgConfig: "icu-i18n", providers: [.apt(["libicu-dev"])]),
        .systemLibrary(
            name: "CConverters", pkgConfig: "icu-uc", providers: [.apt(["libicu-dev"])]),
        .target(name: "CAssets"),
        .target(name: "CHTTPRefusals"),
        .target(name: "CPlaces"),

        // Machinery: knows nothing of payments.
        module("Postgres", ["CPostgres"]),
        module("HTTP", ["CHTTPServer", "CHTTPRefusals"]),
        module("HTTPClient", ["CCurl"]),
        module("Crypto", ["CCrypto"]),
        module("Archive", ["CZip"]),
        module("Pictures", ["CGD"]),
        module("Encodings", ["CConverters"]),
        module("JSON", ["CJSON"]),
        module("Observability"),
        module("Assets", ["CAssets"]),
        module("Idempotency", ["Postgres", "Crypto"]),

        // Domains: know nothing of HTTP.
        module("Vocabulary"),
        module("Calendars", ["Vocabulary", "CICU"]),
        module("Contacts", ["Vocabulary", "CPlaces", "CPhoneNumber"]),
        module(
            "Merchants",
            ["Vocabulary", "Postgres", "Crypto", "HTTPClient", "JSON", "Pictures"]),
        module("Customers", ["Vocabulary", "Contacts", "Merchants", "Postgres", "Crypto", "JSON"]),
        module(
            "Outbox", ["Vocabulary", "Merchants", "Postgres", "Crypto", "HTTPClient", "JSON"]),
        module("Processors", ["Vocabulary", "Postgres", "Crypto", "HTTPClient", "JSON"]),
        module(
            "Credentials",
            [
                "Vocabulary", "Merchants", "Outbox", "Processors", "Postgres", "Crypto", "JSON",
            ]),
        module(
            "Balances",
            ["Vocabulary", "Merchants", "Outbox", "Idempotency", "Postgres", "Crypto", "JSON"]),
        module(
            "Checkout",
            [
                "Vocabulary", "Contacts", "Merchants", "Customers", "Processors", "Balances",
                "Outbox", "Idempotency", "Postgres", "Crypto", "JSON",
            ]),
        module(
            "Subscriptions",
            [
                "Vocabulary", "Calendars", "Merchants", "Customers", "Processors", "Balances",
                "Checkout", "Outbox", "Idempotency", "Postgres", "Crypto", "JSON",
            ]),
        module(
            "Passes",
            [
                "Vocabulary", "Merchants", "Customers", "Credentials", "Outbox", "Postgres",
                "Archive", "Encodings", "Crypto", "JSON", "HTTPClient",
            ]),
        module(
            "SharedOrders",
            [
                "Vocabulary", "Merchants", "Processors", "Outbox", "Idempotency", "Checkout",
                "Postgres", "Crypto", "JSON",
            ]),
        module(
            "Operations",
            [
                "Vocabulary", "Merchants", "Processors", "Balances", "Outbox", "Checkout",
                "Subscriptions", "Postgres", "JSON",
            ]),

        // Doors: know nothing of SQL text.
        module(
            "API",
            [
                "Vocabulary", "Contacts", "Merchants", "Customers", "Processors", "Credentials",
                "Balances", "Outbox", "Checkout", "Subscriptions", "Operations", "Idempotency",
                "Passes", "SharedOrders", "Postgres", "HTTP", "JSON", "Crypto", "Archive",
                "Pictures", "Observability", "Assets",
            ]),
        module(
            "Workers",
            [
                "Vocabulary", "Merchants", "Customers", "Processors", "Credentials", "Balances",
                "Outbox", "Checkout", "Subscriptions", "Operations", "Passes", "SharedOrders",
                "Idempotency", "Postgres", "Crypto", "Observability",
            ]),
        .executableTarget(
            name: "paysheet",
            dependencies: [
                "Vocabulary", "Contacts", "Merchants", "Customers", "Processors", "Credentials",
                "Balances", "Outbox", "Checkout", "Subscriptions", "Operations", "Idempotency",
                "Passes", "SharedOrders", "API",
                "Workers", "Postgres", "HTTP", "HTTPClient", "JSON", "Crypto", "Archive",
                "Observability", "Assets",
            ], swiftSettings: strict),

        // For apps, which copy its one file.
        .target(name: "PaysheetClient", path: "clients", swiftSettings: strict),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: [
                "Postgres", "HTTP", "HTTPClient", "JSON", "Crypto", "Vocabulary", "Merchants",
                "Processors", "Operations",
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        tests("PostgresTests", ["Postgres"]),
        tests("HTTPTests", ["HTTP"]),
        tests("HTTPClientTests", ["HTTPClient"]),
        tests("CryptoTests", ["Crypto"]),
        tests("JSONTests", ["JSON"]),
        tests("ArchiveTests", ["Archive"]),
        tests("PicturesTests", ["Pictures"]),
        tests("EncodingsTests", ["Encodings"]),
        tests("PassesTests", ["Passes", "Credentials", "Vocabulary", "Archive", "Crypto", "JSON"]),
        tests(
            "SharedOrdersTests",
            ["SharedOrders", "Merchants", "Checkout", "Vocabulary", "JSON", "Crypto"]),
        tests("ObservabilityTests", ["Observability"]),
        tests("VocabularyTests", ["Vocabulary"]),
        tests("CalendarsTests", ["Calendars", "Vocabulary"]),
        tests("ContactsTests", ["Contacts", "Vocabulary"]),
        tests(
            "MerchantsTests",
            ["Merchants", "Vocabulary", "Postgres", "Crypto", "HTTPClient", "JSON"]),
        tests(
            "OutboxTests",
            ["Outbox", "Merchants", "Vocabulary", "Postgres", "Crypto", "HTTPClient", "JSON"]),
        tests(
            "ProcessorsTests",
            ["Processors", "Vocabulary", "Postgres", "Crypto", "HTTPClient", "JSON"]),
        tests(
            "CredentialsTests",
            [
                "Credentials", "Processors", "Merchants", "Outbox", "Vocabulary", "Postgres",
                "Crypto", "JSON",
            ]),
        tests(
            "BalancesTests",
            [
                "Balances", "Merchants", "Outbox", "Vocabulary", "Idempotency", "Postgres",
                "Crypto", "JSON",
            ]),
        tests(
            "CheckoutTests",
            [
                "Checkout", "Contacts", "Merchants", "Customers", "Processors", "Balances",
                "Outbox", "Vocabulary", "Idempotency", "Postgres", "Crypto", "JSON", "Workers",
                "HTTPClient",
            ]),
        tests(
            "SubscriptionsTests",
            [
                "Subscriptions", "Checkout", "Calendars", "Merchants", "Customers", "Processors",
                "Balances", "Outbox", "Vocabulary", "Idempotency", "Postgres", "Crypto", "JSON",
                "Workers",
            ]),
        tests(
            "APITests",
            [
                "API", "Checkout", "Subscriptions", "Contacts", "Merchants", "Customers",
                "Processors", "Credentials", "Balances",
                "Outbox", "Operations", "Passes", "SharedOrders", "Archive", "Pictures",
                "Vocabulary", "Idempotency", "Postgres", "HTTP", "HTTPClient",
                "Crypto", "JSON", "Observability", "Assets",
            ]),
        tests(
            "WorkersTests",
            [
                "Workers", "Checkout", "Operations", "Processors", "Balances", "Outbox",
                "Merchants", "Vocabulary", "Postgres", "Crypto", "Observability",
            ]),
        tests("TidyTests", []),
        tests("PaysheetClientTests", ["PaysheetClient"]),
        tests(
            "QueryPlanTests",
            [
                "Checkout", "Subscriptions", "Merchants", "Customers", "Idempotency", "Processors",
                "Balances", "Outbox", "Operations", "SharedOrders", "Postgres", "Vocabulary",
            ]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// A fuzzer has no main of its own: it is there for `bin/lib/fuzz.sh` only.
if Context.environment["PAYSHEET_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "FuzzContacts", dependencies: ["Contacts", "Vocabulary"], path: "Tests/Fuzz",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}

// What runs threads of its own is looked at by the thread sanitizer; to build the doors and the other tests with it would take
// twice as long.
if Context.environment["PAYSHEET_SANITIZED"] != nil {
    let sanitized: Set = ["PostgresTests", "HTTPTests", "WorkersTests"]
    package.products.removeAll()
    package.targets.removeAll {
        $0.type == .test && !sanitized.contains($0.name) || ["API", "paysheet"].contains($0.name)
    }
}
