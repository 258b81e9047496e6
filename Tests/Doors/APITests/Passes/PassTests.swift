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

/// Passes as their merchant issues and changes them.
@Suite(.timeLimit(.minutes(5))) struct PassTests {
    @Test func `a pass is issued with its own values, signed, and downloaded by its link`()
        async throws
    {
        let scene = try await PassScene.open()
        let issued = try await scene.issue(
            #""fields":{"balance":12.50,"name":"Ada"},"members":{"backgroundColor":"rgb(1,2,3)"}"#)
        #expect(issued.status == 201, "\(issued.text)")
        let id = try #require(issued.string("id"))
        #expect(issued.string("serialNumber") == id)
        #expect(issued["fields.balance"] as? Double == 12.5)
        #expect(issued.number("devices") == 0)
        let url = try #require(issued.string("url"))
        #expect(url.hasPrefix("https://pay.example/wallet/pas_"))

        let path = String(url.dropFirst("https://pay.example".count))
        let package = try await scene.shop.ask(as: nil, "GET", path)
        #expect(package.status == 200)
        #expect(package.http["Content-Type"] == "application/vnd.apple.pkpass")
        let pass = try HeldByPhone.document(package)
        #expect(pass["passTypeIdentifier"] as? String == scene.typeIdentifier)
        #expect(pass["teamIdentifier"] as? String == PassForge.team)
        #expect(pass["webServiceURL"] as? String == "https://pay.example/passkit")
        #expect((pass["authenticationToken"] as? String)?.count == 26)
        #expect(pass["backgroundColor"] as? String == "rgb(1,2,3)")
        let card = pass["storeCard"] as? [String: [[String: Any]]]
        #expect(card?["primaryFields"]?[0]["value"] as? Double == 12.5)
        #expect(card?["primaryFields"]?[0]["label"] as? String == "Left")
        #expect(card?["secondaryFields"]?[0]["value"] as? String == "Ada")
        #expect(try await faults(of: package) == [])
        #expect(try await scene.shop.ask("GET", "/v1/passes/\(id)").text == issued.text)
    }

    /// The reasons why a phone would refuse the package.
    private func faults(of package: Reply) async throws -> [String] {
        let forge = try await TestServer.shared.value.forge
        let root = try #require(Certificate.all(pem: try forge.read("root.pem")).first)
        return VerifyPackage(
            .pass, under: Issuer(root), at: Int64(Date().timeIntervalSince1970)
        )(package.http.body).faults.map { "\($0)" }
    }

    @Test func `a changed field gives a new pass, and the answer contains the signed package`()
        async throws
    {
        let scene = try await PassScene.open()
        let held = try await scene.held(#""fields":{"name":"19C"}"#)
        let changed = try await held.change(#""fields":{"name":"3A"},"package":true"#)
        #expect(changed.status == 200, "\(changed.text)")
        #expect(changed.string("fields.name") == "3A")
        let bytes = try #require(changed.string("package").flatMap(Base64.standard.decode))
        let files = try Zip.read(bytes, Zip.Limits(filesMax: 99, bytesMax: 1 << 20))
        let document = files.first { $0.path == "pass.json" }.map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
        #expect(document?.contains(#""value":"3A""#) == true)
        #expect(document?.contains(held.token) == true, "the token of a pass never changes")
        // A field that is null returns to the template's value.
        let back = try await held.change(#""fields":{"name":null}"#)
        #expect(back["fields.name"] == nil)
        let pass = try HeldByPhone.document(try await held.fetch())
        let card = pass["storeCard"] as? [String: [[String: Any]]]
        #expect(card?["secondaryFields"]?[0]["value"] as? String == "you")
    }

    @Test func `a pass can be voided and made valid again`() async throws {
        let held = try await PassScene.open().held()
        #expect(try await held.change(#""voided":true"#)["voided"] as? Bool == true)
        #expect(try HeldByPhone.document(try await held.fetch())["voided"] as? Bool == true)
        #expect(try await held.change(#""voided":false"#)["voided"] as? Bool == false)
        #expect(try HeldByPhone.document(try await held.fetch())["voided"] == nil)
    }

    @Test func `a link can be revoked and renewed`() async throws {
        let scene = try await PassScene.open()
        let issued = try await scene.issue()
        let path = { (reply: Reply) in
            String(try #require(reply.string("url")).dropFirst("https://pay.example".count))
        }
        let (id, first) = (try #require(issued.string("id")), try path(issued))
        let link = "/v1/passes/\(id)/link"
        let renewed = try await scene.shop.ask("POST", link)
        let second = try path(renewed)
        #expect(first != second)
        #expect(try await scene.shop.ask(as: nil, "GET", first).status == 404)
        #expect(try await scene.shop.ask(as: nil, "GET", second).status == 200)
        #expect(try await scene.shop.ask("DELETE", link).status == 204)
        #expect(try await scene.shop.ask(as: nil, "GET", second).status == 404)
        let shown = try await scene.shop.ask("GET", "/v1/passes/\(id)")
        #expect(shown.status == 200 && shown.string("url") == nil)
        for guess in ["x", "pas_1_2", first.dropLast(1) + "0", "/wallet/" + id] {
            #expect(try await scene.shop.ask(as: nil, "GET", "/wallet/\(guess)").status == 404)
        }
    }

    @Test(arguments: [
        (#""fields":{"seat":"3A"}"#, ["/fields/seat unknown_field"]),
        (#""fields":{"name":true}"#, ["/fields/name wrong_type"]),
        (#""fields":{"name":1e999}"#, ["/fields/name invalid_value"]),
        (
            #""fields":{"name":"\#(String(repeating: "x", count: 5_000))"}"#,
            ["/fields/name too_long"]
        ),
        (#""fields":[]"#, ["/fields wrong_type"]),
        (
            #""members":{"userInfo":{"a":"\#(String(repeating: "x", count: 70_000))"}}"#,
            ["/members too_long"]
        ),
        (
            #""members":{"serialNumber":"1","storeCard":{},"voided":true}"#,
            [
                "/members/serialNumber not_changeable", "/members/storeCard not_changeable",
                "/members/voided not_changeable",
            ]
        ),
        (
            #""members":{"backgroundColor":"red","expirationDate":"tomorrow"}"#,
            ["/members/backgroundColor invalid_value", "/members/expirationDate invalid_value"]
        ),
        (
            #""members":{"barcodes":[{"format":"PKBarcodeFormatQR"}]},"more":1"#,
            [
                "/members/barcodes/0/message required",
                "/members/barcodes/0/messageEncoding required", "/more unknown_field",
            ]
        ),
        (#""members":{"nfc":{"message":"x"}}"#, ["/members/nfc/encryptionPublicKey required"]),
        (#""serialNumber":"..""#, ["/serialNumber invalid_value"]),
        (#""customer":"cus_nobody""#, ["/customer invalid_value"]),
    ])
    func `each fault of a pass is reported at its pointer, and no pass is issued`(
        members: String, problems: [String]
    ) async throws {
        let scene = try await PassScene.open()
        let refused = try await scene.issue(members)
        #expect(refused.status == 400, "\(refused.text)")
        let errors = refused["errors"] as? [[String: Any]] ?? []
        #expect(errors.map { "\($0["pointer"] ?? "") \($0["code"] ?? "")" }.sorted() == problems)
        #expect(try await scene.shop.ask("GET", "/v1/passes").count("data") == 0)
    }

    @Test func `a fault of a change is reported, and the pass stays the same`()
        async throws
    {
        let held = try await PassScene.open().held(#""fields":{"name":"Ada"}"#)
        let refused = try await held.change(#""fields":{"name":[]},"voided":1"#)
        #expect(refused.status == 400)
        #expect(refused.string("errors.0.pointer") == "/voided")
        #expect(
            try await held.change(#""fields":{"name":[]}"#).string("errors.0.pointer")
                == "/fields/name")
        let shown = try await held.scene.shop.ask("GET", "/v1/passes/\(held.id)")
        #expect(shown.string("fields.name") == "Ada" && shown["voided"] as? Bool == false)
    }

    @Test func `simultaneous issues with one serial number make one pass`() async throws {
        let scene = try await PassScene.open()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { try await scene.issue(#""serialNumber":"A/1 ü""#).status }
            }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(statuses == [201: 1, 409: 7])
        let held = try await scene.issue(#""serialNumber":"A/1 ü""#)
        #expect(held.string("code") == "serial_number_taken")
    }

    @Test func `a repeated call issues no second pass and returns the first`() async throws {
        let scene = try await PassScene.open()
        let key = [("Idempotency-Key", UUID().uuidString)]
        let first = try await scene.issue(#""fields":{"name":"Ada"}"#, key)
        let second = try await scene.issue(#""fields":{"name":"Ada"}"#, key)
        #expect(second.status == 201)
        #expect(second.http["Idempotent-Replayed"] == "true")
        #expect(second.text == first.text)
        #expect(try await scene.shop.ask("GET", "/v1/passes").count("data") == 1)
        // The stored answer contains neither the buyer's name nor the link in the clear.
        let rows = try await TestServer.shared.value.database.run(
            """
            SELECT convert_from(answer, 'UTF8') AS answer FROM idempotency_keys
            WHERE merchant_id = \(scene.shop.merchant.number)
                AND convert_from(answer, 'UTF8') LIKE '%pas_%'
            """)
        let answers: [String] = try rows.map { try $0.get("answer") }
        #expect(answers.count == 1 && !answers[0].contains("Ada") && !answers[0].contains("wallet"))
    }

    @Test func `passes can be listed by type, customer, date and number of phones`() async throws {
        let scene = try await PassScene.open()
        let early = try await scene.held(
            #""members":{"relevantDates":[{"date":"2031-05-04T10:00Z"}],"locations":[]}"#)
        let late = try await scene.held(
            #""members":{"relevantDates":[{"date":"2032-05-04T10:00Z"}],"locations":[]}"#)
        _ = try await late.register()
        let list = { (query: String) async throws -> [String] in
            let reply = try await scene.shop.ask("GET", "/v1/passes?" + query)
            return ((reply["data"] as? [[String: Any]]) ?? []).compactMap { $0["id"] as? String }
        }
        #expect(try await list("") == [late.id, early.id])
        #expect(try await list("relevantFrom=2032-01-01T00:00:00Z") == [late.id])
        #expect(try await list("relevantUntil=2032-01-01T00:00:00Z") == [early.id])
        #expect(try await list("devicesMin=1") == [late.id])
        #expect(try await list("passType=\(scene.type)&limit=1") == [late.id])
        #expect(try await list("limit=1&after=\(late.id)") == [early.id])
        let other = try await PassScene.open()
        #expect(try await scene.shop.ask("GET", "/v1/passes?passType=\(other.type)").status == 400)
        #expect(try await scene.shop.ask("GET", "/v1/passes?devicesMin=x").status == 400)
    }

    @Test func `an app reads the fields in its language`() async throws {
        let strings = "/* fields */\n\"Left\" = \"Reste\";\n\"you\" = \"vous\";\n"
        let scene = try await PassScene.open(
            PassScene.document, [Zip.File("fr.lproj/pass.strings", Array(strings.utf8))])
        let held = try await scene.held(#""fields":{"balance":7}"#)
        let french = try await scene.shop.ask("GET", "/v1/passes/\(held.id)/fields?language=fr")
        #expect(french.string("fields.balance.label") == "Reste")
        #expect(french.number("fields.balance.value") == 7)
        #expect(french.string("fields.name.value") == "vous")
        let plain = try await scene.shop.ask("GET", "/v1/passes/\(held.id)/fields")
        #expect(plain.string("fields.name.value") == "you")
        let bad = try await scene.shop.ask("GET", "/v1/passes/\(held.id)/fields?language=../x")
        #expect(bad.status == 400)
    }

    @Test func `a pass needs its merchant's type with a template, and a used type is not deleted`()
        async throws
    {
        let scene = try await PassScene.open()
        _ = try await scene.held()
        let kept = try await scene.shop.ask("DELETE", "/v1/pass-types/\(scene.type)")
        #expect(kept.string("code") == "pass_type_in_use")
        let other = try await Shop.open()
        let foreign = try await other.ask("POST", "/v1/passes", #"{"passType":"\#(scene.type)"}"#)
        #expect(foreign.string("errors.0.pointer") == "/passType")
        let identifier = try await PassScene.storeCertificate(of: other)
        let bare = try await other.ask(
            "POST", "/v1/pass-types", #"{"passTypeIdentifier":"\#(identifier)"}"#)
        let early = try await other.ask(
            "POST", "/v1/passes", #"{"passType":"\#(try #require(bare.string("id")))"}"#)
        #expect(early.string("code") == "no_template")
    }
}
