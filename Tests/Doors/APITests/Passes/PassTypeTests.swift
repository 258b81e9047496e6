import Archive
import Crypto
import Foundation
import Merchants
import TestSupport
import Testing
import Threads
import Vocabulary

@testable import API

/// Pass types and their templates.
@Suite(.timeLimit(.minutes(5))) struct PassTypeTests {
    private func open(_ identifier: String, by shop: Shop) async throws -> Reply {
        try await shop.ask(
            "POST", "/v1/pass-types", #"{"passTypeIdentifier":"\#(identifier)"}"#)
    }

    private func put(_ archive: String, at id: String, by shop: Shop) async throws -> Reply {
        try await shop.ask(
            "PUT", "/v1/pass-types/\(id)/template", #"{"archive":"\#(archive)"}"#)
    }

    @Test func `a pass type is opened for a certificate, given a template, read and deleted`()
        async throws
    {
        let shop = try await Shop.open()
        let identifier = try await PassScene.storeCertificate(of: shop)
        let opened = try await open(identifier, by: shop)
        #expect(opened.status == 201, "\(opened.text)")
        #expect(opened.string("passTypeIdentifier") == identifier)
        #expect(opened.number("templateVersion") == 0)
        let id = try #require(opened.string("id"))
        let path = "/v1/pass-types/\(id)"
        #expect(try await shop.ask("GET", path + "/template").status == 404)

        let silent = PassScene.document.replacing(
            #""value":"you","changeMessage":"%@""#, with: #""value":"you""#)
        let put = try await put(PassScene.archive(silent), at: id, by: shop)
        #expect(put.status == 200, "\(put.text)")
        #expect(put.number("templateVersion") == 1)
        #expect(put.string("template.style") == "storeCard")
        #expect(put.string("template.fields.1") == "name")
        #expect(put.string("template.warnings.0.pointer") == "/storeCard/secondaryFields/0")
        #expect(put.string("template.warnings.0.code") == "silent")

        let shown = try await shop.ask("GET", path)
        #expect(shown.count("template.files") == 4)
        let template = try await shop.ask("GET", path + "/template")
        let bytes = try #require(template.string("archive").flatMap(Base64.standard.decode))
        let files = try Zip.read(bytes, Zip.Limits(filesMax: 9, bytesMax: 9_999))
        #expect(files.first { $0.path == "pass.json" }?.bytes == Array(silent.utf8))

        #expect(try await shop.ask("DELETE", path).status == 204)
        #expect(try await shop.ask("GET", path).status == 404)
        #expect(try await open(identifier, by: shop).status == 201)
    }

    @Test(arguments: [
        (
            #"{"description":"\u0000"}"#, "/description",
            "only the message of a barcode may contain the character NUL"
        ),
        ("\u{feff}{}", "", "the input is not valid JSON (RFC 8259)"),
        (#"{"a":1,"a":2}"#, "/a", "an object has two members of the same name"),
    ])
    func `a template that is not valid JSON is refused with the reason`(
        document: String, place: String, detail: String
    ) async throws {
        let scene = try await PassScene.open()
        let refused = try await scene.put(document)
        #expect(refused.status == 400)
        #expect(refused.string("errors.0.pointer") == "/archive/pass.json" + place)
        #expect(refused.string("errors.0.detail")?.hasPrefix(detail) == true, "\(refused.text)")
    }

    @Test func `a new template replaces the previous one entirely`() async throws {
        let shop = try await Shop.open()
        let id = try #require(
            try await open(PassScene.storeCertificate(of: shop), by: shop).string("id"))
        _ = try await put(
            PassScene.archive(PassScene.document, [Zip.File("fr.lproj/pass.strings", [])]), at: id,
            by: shop)
        let second = try await put(
            PassScene.archive(PassScene.document.replacing("coffee", with: "tea")), at: id, by: shop
        )
        #expect(second.number("templateVersion") == 2)
        #expect(try await shop.ask("GET", "/v1/pass-types/\(id)").count("template.files") == 4)
    }

    @Test func `a template that is replaced and deleted is read whole or not found`()
        async throws
    {
        let shop = try await Shop.open()
        let identifier = try await PassScene.storeCertificate(of: shop)
        let path = "/v1/pass-types/"
        let current = Locked(try #require(try await open(identifier, by: shop).string("id")))
        let statuses = try await withThrowingTaskGroup(of: Set<Int>.self) { group in
            group.addTask {
                for _ in 0..<12 {
                    let id = current.withLock { $0 }
                    _ = try await put(PassScene.archive(), at: id, by: shop)
                    _ = try await shop.ask("DELETE", path + id)
                    let next = try #require(try await open(identifier, by: shop).string("id"))
                    current.withLock { $0 = next }
                }
                return []
            }
            for end in ["", "/template"] {
                group.addTask {
                    var seen: Set<Int> = []
                    for _ in 0..<150 {
                        let id = current.withLock { $0 }
                        seen.insert(try await shop.ask("GET", path + id + end).status)
                    }
                    return seen
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
        }
        #expect(statuses.isSubset(of: [200, 404]), "\(statuses)")
    }

    @Test func `a pass type cannot be opened without its certificate`() async throws {
        let shop = try await Shop.open()
        let refused = try await open("pass.example.toast", by: shop)
        #expect(refused.status == 409)
        #expect(refused.string("code") == "no_pass_certificate")
    }

    @Test func `a pass type has one owner, even when several open it at once`() async throws {
        let shop = try await Shop.open()
        let other = try await Shop.open()
        let forge = try await TestServer.shared.value.forge
        let identifier = try await PassScene.storeCertificate(of: shop)
        _ = try await other.storeCertificate(
            kind: "passType", certificate: forge.certificates.text("\(identifier).pem"),
            key: forge.certificates.text("\(identifier).key"))
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for one in [shop, other, shop, other] {
                group.addTask { try await open(identifier, by: one) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(replies.count { $0.status == 201 } == 1)
        let codes = Set(replies.compactMap { $0.string("code") })
        #expect(codes == ["pass_type_exists", "pass_type_taken"])
        let counts = try await [shop, other].asyncMap {
            try await $0.ask("GET", "/v1/pass-types").count("data")
        }
        #expect(counts.sorted() == [0, 1])
    }

    @Test(arguments: [
        ("AAAA", ["/archive invalid_archive"]),
        ("not Base64", ["/archive invalid_value"]),
        (
            PassScene.archive("{}"),
            [
                "/archive/pass.json/formatVersion required",
                "/archive/pass.json/description required",
                "/archive/pass.json/organizationName required", "/archive/pass.json invalid_value",
            ]
        ),
        (PassScene.archive("[]"), ["/archive/pass.json wrong_type"]),
        (PassScene.archive("toast"), ["/archive/pass.json invalid_json"]),
        (
            PassScene.archive(
                PassScene.document, [Zip.File("../x", []), Zip.File("manifest.json", [])]),
            ["/archive invalid_files", "/archive invalid_files"]
        ),
        (
            PassScene.archive(PassScene.document.replacing("\"value\":25", with: "\"value\":true")),
            ["/archive/pass.json/storeCard/primaryFields/0/value wrong_type"]
        ),
        (
            PassScene.archive(
                PassScene.document.replacing(
                    #""formatVersion":1"#,
                    with: #""formatVersion":1,"passTypeIdentifier":"pass.tea""#)),
            ["/archive/pass.json/passTypeIdentifier conflict"]
        ),
    ])
    func `each fault of a template is reported at its pointer, and nothing is stored`(
        archive: String, problems: [String]
    ) async throws {
        let shop = try await Shop.open()
        let id = try #require(
            try await open(PassScene.storeCertificate(of: shop), by: shop).string("id"))
        let refused = try await put(archive, at: id, by: shop)
        #expect(refused.status == 400)
        let errors = refused["errors"] as? [[String: Any]] ?? []
        #expect(errors.map { "\($0["pointer"] ?? "") \($0["code"] ?? "")" } == problems)
        #expect(try await shop.ask("GET", "/v1/pass-types/\(id)").number("templateVersion") == 0)
    }
}

extension Sequence where Element: Sendable {
    fileprivate func asyncMap<Value>(
        _ body: (Element) async throws -> Value
    ) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
