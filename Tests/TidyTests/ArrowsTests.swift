import Foundation
import Testing

@Suite struct ArrowsTests {
    @Test func `imports point down the floors`() throws {
        let arrows = try Arrows.ofTree.get()
        #expect(arrows.modules.count > 30)
        #expect(arrows.violations() == [])
    }

    @Test func `each file imports only modules that its own module declares`() throws {
        #expect(try Arrows.ofTree.get().violations(in: Tree.files) == [])
    }

    private let small = Arrows([
        .init(name: "CJSON", floor: "System", imports: []),
        .init(name: "JSON", floor: "Machinery", imports: ["CJSON"]),
        .init(name: "Carts", floor: "Domains", imports: ["JSON"]),
        .init(name: "API", floor: "Doors", imports: ["Carts"]),
    ])

    @Test func `the output of dump-package is read`() throws {
        let dump = """
            {"targets": [
              {"name": "JSON", "path": "Sources/Machinery/JSON",
               "dependencies": [{"byName": ["CJSON", null]}]},
              {"name": "JSONTests", "path": "Tests/Machinery/JSONTests", "dependencies": []}]}
            """
        #expect(
            try Arrows(dump: Data(dump.utf8)).modules == [
                .init(name: "JSON", floor: "Machinery", imports: ["CJSON"])
            ])
    }

    @Test func `a module that imports a higher floor is found`() {
        let bad = Arrows(small.modules + [.init(name: "Zip", floor: "Machinery", imports: ["API"])])
        #expect(
            bad.violations().map(\.message) == ["Zip imports API of a higher floor"])
    }

    @Test func `a module that imports a later one or HTTP is found`() {
        let bad = Arrows([
            .init(name: "Carts", floor: "Domains", imports: ["HTTP"]),
            .init(name: "HTTP", floor: "Machinery", imports: []),
        ])
        #expect(
            bad.violations().map(\.message) == [
                "Carts imports HTTP, which is not declared above it",
                "Carts is a domain and imports HTTP",
            ])
    }

    @Test func `a C module with two importers or none is found`() {
        let bad = Arrows(
            small.modules + [
                .init(name: "CZip", floor: "System", imports: []),
                .init(name: "Archive", floor: "Machinery", imports: ["CJSON"]),
            ])
        #expect(
            bad.violations().map(\.message) == [
                "CJSON is imported by JSON, Archive", "CZip is imported by ",
            ])
    }

    @Test func `an undeclared import, an unused one and Foundation are found`() {
        let bad = SourceFile(
            path: "Sources/Domains/Carts/Bad.swift",
            text: "import Foundation\nprivate import struct API.Call\n// import JSON\n")
        let good = SourceFile(
            path: "Sources/Machinery/JSON/Good.swift", text: "internal import CJSON\n")
        #expect(
            small.violations(in: [bad, good]).map(\.description) == [
                "\(bad.path):1: Carts may not import Foundation",
                "\(bad.path):2: Carts may not import API",
                "Package.swift:1: Carts does not use its import JSON",
            ])
    }

    @Test func `a folder that Package.swift does not declare is found`() {
        let unknown = SourceFile(
            path: "Sources/Domains/Extra/New.swift", text: "import Vocabulary\n")
        #expect(
            small.violations(in: [unknown]).first?.message == "Extra is not in Package.swift")
    }
}
