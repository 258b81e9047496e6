import Testing

@Suite struct ArrowsTests {
    @Test func `each module imports only what the architecture allows`() {
        #expect(Tree.files.flatMap(Arrows.violations) == [])
    }

    @Test func `one Swift module imports each C module`() {
        #expect(Arrows.doors(Tree.files) == [])
    }

    @Test func `an import that points up is found`() {
        let bad = SourceFile(
            path: "Sources/Checkout/Bad.swift",
            text: "import Vocabulary\nprivate import struct HTTP.Request\n// import API\n")
        #expect(
            Arrows.violations(in: bad) == [
                Violation(path: bad.path, line: 2, message: "Checkout may not import HTTP")
            ])
    }

    @Test func `Foundation and an unknown module are found`() {
        let bad = SourceFile(path: "Sources/Vocabulary/Bad.swift", text: "import Foundation\n")
        #expect(Arrows.violations(in: bad).map(\.message) == ["imports Foundation"])
        let unknown = SourceFile(path: "Sources/Extra/New.swift", text: "import Vocabulary\n")
        #expect(Arrows.violations(in: unknown).map(\.message) == ["Extra is not in Arrows.swift"])
    }

    @Test func `a C module with two importers or none is found`() {
        let files = [
            SourceFile(path: "Sources/CJSON/include/CJSON.h", text: ""),
            SourceFile(path: "Sources/CCrypto/shim.h", text: ""),
            SourceFile(path: "Sources/JSON/A.swift", text: "import CJSON\n"),
            SourceFile(path: "Sources/API/B.swift", text: "internal import CJSON\n"),
        ]
        #expect(
            Arrows.doors(files).map(\.description) == [
                "Sources/CCrypto:1: imported by ", "Sources/CJSON:1: imported by API, JSON",
            ])
    }
}
