import Archive
import Crypto
import Foundation
import HTTP
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import API
@testable import Passes

/// Passes after a change of their template, their customer or their registrations.
@Suite(.timeLimit(.minutes(5))) struct PassChangeTests {
    private static func field(_ group: String, of pass: [String: Any]) -> [String: Any]? {
        (pass["storeCard"] as? [String: [[String: Any]]])?[group]?[0]
    }

    @Test(arguments: [
        // The field gets another key, or takes a number.
        ("\"key\":\"name\"", "\"key\":\"owner\""),
        ("\"value\":\"you\"", "\"value\":1,\"currencyCode\":\"USD\""),
    ])
    func `a template that drops a field's value keeps the pass's other values`(
        before: String, after: String
    ) async throws {
        let scene = try await PassScene.open()
        let held = try await scene.held(#""fields":{"name":"Ada","balance":7}"#)
        #expect(
            try await scene.put(PassScene.document.replacing(before, with: after)).status == 200)
        try await scene.work()
        let pass = try HeldByPhone.document(try await held.fetch())
        let shown = "\(Self.field("secondaryFields", of: pass)?["value"] ?? "")"
        #expect(["you", "1"].contains(shown), "the value is the template's")
        #expect(Self.field("primaryFields", of: pass)?["value"] as? Int == 7)
        #expect(try await held.change(#""voided":true"#).status == 200)
        #expect(try await held.change(#""fields":{"balance":6}"#).status == 200)
        #expect(
            try await held.scene.shop.ask("DELETE", "/v1/passes/\(held.id)/link").status == 204)
        let refused = try await held.change(#""fields":{"name":"Byron"}"#)
        #expect(refused.string("errors.0.pointer") == "/fields/name", "a given field is validated")
    }

    @Test func `a pass of an erased customer cannot be changed or reassigned`() async throws {
        let scene = try await PassScene.open()
        let path = try await CustomerTests.account(scene.shop).customer
        let customer = String(path.dropFirst("/v1/customers/".count))
        let held = try await scene.held(#""customer":"\#(customer)""#)
        #expect(try await scene.shop.ask("DELETE", path).status == 204)
        for members in [#""customer":null"#, #""fields":{"name":"Ada"}"#] {
            #expect(try await held.change(members).string("code") == "pass_erased")
        }
    }

    @Test func `a change between download and registration reaches the phone`() async throws {
        let scene = try await PassScene.open()
        let known = try await scene.held(by: "phone-\(UUID())")
        _ = try await known.register()
        let added = try await scene.held(by: known.phone)
        _ = try await added.change(#""voided":true"#)
        _ = try await known.change(#""voided":true"#)
        let tag = try #require(try await known.updates().string("lastUpdated"))
        #expect(try await added.register().status == 201)
        let updates = try await known.updates(since: tag)
        #expect(updates["serialNumbers"] as? [String] == [added.serial])
        let next = try #require(updates.string("lastUpdated"))
        #expect(try await added.register().status == 200)
        #expect(try await known.updates(since: next).status == 204)
    }

    @Test func `a new template gives each pass a new tag, an unchanged template none`()
        async throws
    {
        let scene = try await PassScene.open()
        let helds = [
            try await scene.held(), try await scene.held(), try await scene.held(),
        ]
        let tags = { () async throws -> [Int64] in
            let database = try await TestServer.shared.value.database
            return try await database.run(
                """
                SELECT tag FROM passes WHERE merchant_id = \(scene.shop.merchant.number)
                ORDER BY pass_id
                """
            ).map { try $0.get("tag") }
        }
        let before = try await tags()
        let put = try await scene.put(PassScene.document)
        #expect(put.number("templateVersion") == 1)
        try await scene.work()
        #expect(try await tags() == before)
        _ = try await scene.put(PassScene.document.replacing("Left", with: "Rest"))
        try await scene.work()
        let after = try await tags()
        #expect(Set(after).count == helds.count)
        #expect(try #require(after.min()) > (before.max() ?? 0))
    }

    @Test func `workers apply a template in parallel while passes are issued and changed`()
        async throws
    {
        let scene = try await PassScene.open()
        let held = try await scene.held()
        for _ in 0..<10 { #expect(try await scene.issue().status == 201) }
        for round in 0..<4 {
            _ = try await scene.put(PassScene.document.replacing("Left", with: "Left \(round)"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try await scene.work() } }
                group.addTask {
                    let reply = try await scene.issue()
                    #expect(reply.status == 201)
                }
                group.addTask {
                    let reply = try await held.change(#""fields":{"name":"\#(round)"}"#)
                    #expect(reply.status == 200)
                }
                try await group.waitForAll()
            }
        }
        try await scene.work()
        let pass = try HeldByPhone.document(try await held.fetch())
        #expect(Self.field("primaryFields", of: pass)?["label"] as? String == "Left 3")
    }

    @Test func `each of many simultaneous changes gets the package that it made`() async throws {
        let held = try await PassScene.open().held()
        let pairs = try await withThrowingTaskGroup(of: (String?, String?).self) { group in
            for number in 0..<20 {
                group.addTask {
                    let reply = try await held.change(
                        #""fields":{"name":"\#(number)"},"package":true"#)
                    let bytes = try #require(
                        reply.string("package").flatMap(Base64.standard.decode))
                    let files = try Zip.read(bytes, Zip.Limits(filesMax: 9, bytesMax: 99_999))
                    let json = try #require(files.first { $0.path == "pass.json" }?.bytes)
                    let pass =
                        try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] ?? [:]
                    let signed = Self.field("secondaryFields", of: pass)?["value"] as? String
                    return (reply.string("fields.name"), signed)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(pairs.allSatisfy { $0.0 != nil && $0.0 == $0.1 })
    }

    @Test func `an unchanged pass is not signed again`() async throws {
        let held = try await PassScene.open().held()
        let first = try await held.fetch()
        let package = try await held.scene.shop.ask("GET", "/v1/passes/\(held.id)/package")
        #expect(first.http.body == package.http.body)
        #expect(try await held.fetch().http.body == first.http.body)
        _ = try await held.change(#""voided":true"#)
        #expect(try await held.fetch().http.body != first.http.body)
    }

    @Test func `all faults of a call are in one answer`() async throws {
        let scene = try await PassScene.open()
        let wrong = #"""
            "fields":{"nope":1,"name":true},"members":{"backgroundColor":"red","storeCard":{}},"more":1
            """#
        let places: Set = [
            "/more", "/members/storeCard", "/fields/nope", "/fields/name",
            "/members/backgroundColor",
        ]
        let held = try await scene.held()
        for reply in [try await scene.issue(wrong), try await held.change(wrong)] {
            let errors = reply["errors"] as? [[String: Any]] ?? []
            #expect(Set(errors.compactMap { $0["pointer"] as? String }) == places)
        }
    }

    @Test func `a value that Wallet would show differently gets a warning at its pointer`()
        async throws
    {
        let scene = try await PassScene.open()
        let members =
            #""members":{"relevantDate":"2031-05-04T10:00Z","expirationDate":"2020-05-04T10:00Z","barcodes":[{"format":"PKBarcodeFormatQR","message":"€","messageEncoding":"iso-8859-1"}],"nfc":{"message":"\#(String(repeating: "x", count: 65))","encryptionPublicKey":"\#(Self.key)"}}"#
        let issued = try await scene.issue(members)
        #expect(issued.status == 201, "\(issued.text)")
        let warnings = issued["warnings"] as? [[String: Any]] ?? []
        let pointers = warnings.compactMap { $0["pointer"] as? String }
        for pointer in ["nfc/message", "expirationDate", "barcodes/0/message"] {
            #expect(pointers.contains("/members/" + pointer), "\(issued.text)")
        }
        let held = try await scene.held(members)
        #expect(try await held.change(#""voided":true"#).count("warnings") == 0)
    }

    /// A point on P-256, from the example of RFC 5903.
    private static let key = Base64.standard.encode(
        Hex.decode(
            "3059301306072a8648ce3d020106082a8648ce3d03010703420004"
                + "dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c3772581180"
                + "5271a0461cdb8252d61f1c456fa3e59ab1f45b33accf5f58389e0577b8990bb3")!)

    @Test func `unreadable and incomplete languages in a template get warnings`() async throws {
        let scene = try await PassScene.open()
        let put = try await scene.put(
            PassScene.document,
            [
                Zip.File("de.lproj/pass.strings", Array(#""Left" = "Rest"; "For" = "Für";"#.utf8)),
                Zip.File("fr.lproj/pass.strings", Array(#""Left" = "Reste";"#.utf8)),
                Zip.File("nl.lproj/pass.strings", [0x22, 0xE8, 0x22]),
            ])
        let warnings = put["template.warnings"] as? [[String: Any]] ?? []
        let codes = warnings.compactMap { $0["code"] as? String }
        #expect(
            codes.filter { ["unreadable", "untranslated"].contains($0) }.sorted() == [
                "unreadable", "untranslated",
            ])
        let held = try await scene.held()
        let read = { (language: String) async throws -> String? in
            try await scene.shop.ask("GET", "/v1/passes/\(held.id)/fields?language=\(language)")
                .string("fields.balance.label")
        }
        #expect(try await read("fr-CA") == "Reste")
        #expect(try await read("DE") == "Rest")
        #expect(try await read("es") == "Left")
    }

    @Test func `the pass decides whether it is void, and a new value drops the template's link`()
        async throws
    {
        let document = PassScene.document
            .replacing(#""formatVersion":1"#, with: #""formatVersion":1,"voided":true"#)
            .replacing(
                #""value":"you""#, with: #""value":"you","attributedValue":"<a href='x'>you</a>""#)
        let scene = try await PassScene.open(document)
        let held = try await scene.held(#""fields":{"name":"Ada"}"#)
        let pass = try HeldByPhone.document(try await held.fetch())
        #expect(pass["voided"] == nil)
        #expect(Self.field("secondaryFields", of: pass)?["attributedValue"] == nil)
        #expect(Self.field("secondaryFields", of: pass)?["value"] as? String == "Ada")
    }

    @Test func `a null member returns to the template's, and an equal one is no change`()
        async throws
    {
        let document = PassScene.document.replacing(
            #""formatVersion":1"#, with: #""formatVersion":1,"backgroundColor":"rgb(1,2,3)""#)
        let held = try await PassScene.open(document).held()
        let date = try #require(try await held.fetch().http["Last-Modified"])
        _ = try await held.change(#""members":{"backgroundColor":"rgb(1,2,3)"}"#)
        #expect(try await held.fetch([("If-Modified-Since", date)]).status == 304)
        _ = try await held.change(#""members":{"backgroundColor":"rgb(9,9,9)"}"#)
        _ = try await held.change(#""members":{"backgroundColor":null}"#)
        let pass = try HeldByPhone.document(try await held.fetch())
        #expect(pass["backgroundColor"] as? String == "rgb(1,2,3)")
    }

    @Test(arguments: [" a", "a ", "a\u{a0}b", "\u{3000}", "\u{202e}x", "..", ""])
    func `a serial number with invisible characters is refused`(serial: String) async throws {
        let refused = try await PassScene.open().issue(#""serialNumber":"\#(serial)""#)
        #expect(refused.string("errors.0.pointer") == "/serialNumber")
    }
}
