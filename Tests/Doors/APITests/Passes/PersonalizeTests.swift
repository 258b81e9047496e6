import API
import Archive
import Crypto
import Foundation
import Merchants
import Passes
import Postgres
import TestSupport
import Testing
import Vocabulary

/// Data that buyers enter in Wallet to get a pass.
@Suite(.timeLimit(.minutes(5))) struct PersonalizeTests {
    @Test func `OpenSSL verifies the token's signature by the pass type's certificate`()
        async throws
    {
        let scene = try await PersonalizeScene.open()
        let reply = try await scene.personalize(token: "a/Token+of=Wallet's")
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply.http["Content-Type"] == "application/octet-stream")
        let forge = try await TestServer.shared.value.forge
        let name = scene.held.scene.typeIdentifier
        try forge.certificates.write(reply.http.body, to: "\(name).signed")
        try forge.certificates.write(Array("a/Token+of=Wallet's".utf8), to: "\(name).token")
        try forge.certificates.run([
            "cms", "-verify", "-binary", "-inform", "DER", "-in", "\(name).signed", "-content",
            "\(name).token", "-CAfile", "root.pem", "-purpose", "any", "-signer",
            "\(name).signer", "-out", "\(name).verified",
        ])
        #expect(
            try forge.certificates.read("\(name).verified")
                == forge.certificates.read("\(name).token"))
        #expect(
            try forge.certificates.text("\(name).signer")
                == forge.certificates.text("\(name).pem"))
    }

    @Test func `a pass asks for data until the form is sent, and then updates on its phones`()
        async throws
    {
        let scene = try await PersonalizeScene.open()
        #expect(try await scene.held.register().status == 201)
        #expect(try await scene.paths().contains("personalization.json"))
        let date = try #require(try await scene.held.fetch().http["Last-Modified"])
        let tag = try #require(try await scene.held.updates().string("lastUpdated"))
        #expect(try await scene.personalize().status == 200)
        let updates = try await scene.held.updates(since: tag)
        #expect(updates.string("serialNumbers.0") == scene.held.serial)
        let fetched = try await scene.held.fetch([("If-Modified-Since", date)])
        #expect(fetched.status == 200)
        let paths = try await scene.paths()
        #expect(paths.contains("pass.json") && paths.contains("icon.png"))
        #expect(!paths.contains { $0.hasPrefix("personalization") })
        let document = try HeldByPhone.document(fetched)
        #expect(document["authenticationToken"] as? String == scene.held.token)
        #expect(try await pushes(to: scene.held) == 1)
    }

    @Test func `the merchant reads the personalization data, which the event does not contain`()
        async throws
    {
        let scene = try await PersonalizeScene.open()
        #expect(!(try await scene.pass().text.contains("personalization")))
        let reported = PersonalizeScene.ada + #","phoneNumber":"+14155550199","postalCode":"95014""#
        #expect(try await scene.personalize(reported).status == 200)
        let pass = try await scene.pass()
        #expect(pass.string("personalization.fullName") == "Ada Lovelace")
        #expect(pass.string("personalization.emailAddress") == "ada@example.com")
        #expect(pass.string("personalization.personalizedAt") != nil)
        #expect(!pass.text.contains("+14155550199"), "the template does not request the number")
        let emitted = try await scene.emitted()
        #expect(emitted.count == 1)
        #expect(emitted.first?.hasPrefix("pass.personalized") == true)
        for text in ["Ada", "ada@example.com", "95014", scene.held.token] {
            #expect(emitted.first?.contains(text) == false, "\(text)")
        }
    }

    @Test func `a repeated personalization is answered and changes nothing`() async throws {
        let scene = try await PersonalizeScene.open()
        #expect(try await scene.personalize().status == 200)
        let before = try await scene.pass()
        #expect(try await scene.personalize(PersonalizeScene.byron).status == 200)
        #expect(try await scene.personalize(token: "another").status == 200)
        #expect(try await scene.pass().text == before.text)
        #expect(try await scene.emitted().count == 1)
    }

    @Test func `of simultaneous personalizations one counts, and all are answered`() async throws {
        let scene = try await PersonalizeScene.open()
        let database = try await TestServer.shared.value.database
        let id = try #require(Identifier<Pass>(scene.held.id))
        let gate = BodyGate()
        // All wait for the pass's row lock, so that no request sees another's change.
        let holding = Task {
            try await database.transaction { transaction in
                try transaction.run("SET LOCAL idle_in_transaction_session_timeout = 0")
                _ = try transaction.run(
                    """
                    SELECT true FROM passes WHERE merchant_id = \(id.merchant)
                        AND pass_id = \(id.uuid) FOR UPDATE
                    """)
                gate.wait()
            }
        }
        defer { gate.open() }
        try await eventually("the pass is locked") { gate.isReached }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { try await scene.personalize().status } }
            try await Task.sleep(for: .milliseconds(500))
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await holding.value
        #expect(statuses == [200, 200, 200, 200])
        #expect(try await scene.emitted().count == 1)
    }

    @Test func `a second person with a copy of the pass cannot overwrite the data`()
        async throws
    {
        let scene = try await PersonalizeScene.open()
        #expect(try await scene.personalize().status == 200)
        let other = try await scene.personalize(PersonalizeScene.byron, token: "another")
        #expect(other.status == 409)
        #expect(other.string("code") == "pass_personalized")
        #expect(try await scene.pass().string("personalization.fullName") == "Ada Lovelace")
        #expect(try await scene.emitted().count == 1)
    }

    @Test func `a wrong, an unknown and a missing token get the same answer`() async throws {
        let scene = try await PersonalizeScene.open()
        let wrong = try await scene.personalize(as: String(scene.held.token.reversed()))
        let unknown = try await scene.held.call(
            "POST", "/passkit/v1/passes/\(scene.held.scene.typeIdentifier)/nobody/personalize", "{}"
        )
        let bare = try await scene.held.scene.shop.ask(
            as: nil, "POST", scene.held.path + "/personalize", "{}")
        for reply in [wrong, unknown, bare] {
            #expect(reply.status == 401)
            #expect(reply.string("code") == "invalid_pass_token")
        }
        #expect(!(try await scene.pass().text.contains("personalization")))
    }

    @Test func `data are not stored if the answer cannot be signed`() async throws {
        let scene = try await PersonalizeScene.open()
        let shop = scene.held.scene.shop
        let certificates = try await shop.ask("GET", "/v1/certificates")
        let id = try #require(certificates.string("data.0.id"))
        #expect(try await shop.ask("DELETE", "/v1/certificates/\(id)").status == 204)
        let reply = try await scene.personalize()
        #expect(reply.status == 503 && reply.string("code") == "pass_not_signed")
        #expect(!(try await scene.pass().text.contains("personalization")))
        #expect(try await scene.emitted().isEmpty)
    }

    @Test func `a pass whose template has no form refuses data`() async throws {
        let held = try await PassScene.open().held()
        let scene = PersonalizeScene(held: held)
        let reply = try await scene.personalize()
        #expect(reply.status == 409)
        #expect(reply.string("code") == "not_personalizable")
        #expect(!(try await scene.pass().text.contains("personalization")))
        #expect(try await scene.emitted().isEmpty)
    }

    /// A body, and the pointers of its faults.
    private static let bad: [(body: String, pointers: [String])] = [
        ("{}", ["/personalizationToken", "/requiredPersonalizationInfo"]),
        ("[]", [""]),
        (
            #"{"personalizationToken":7,"requiredPersonalizationInfo":[]}"#,
            ["/personalizationToken", "/requiredPersonalizationInfo"]
        ),
        (
            #"{"personalizationToken":"","requiredPersonalizationInfo":{}}"#,
            ["/personalizationToken"]
        ),
        (
            #"{"personalizationToken":"a","requiredPersonalizationInfo":{"fullName":7,"postalCode":"\#(String(repeating: "9", count: 33))"}}"#,
            [
                "/requiredPersonalizationInfo/fullName",
                "/requiredPersonalizationInfo/postalCode",
            ]
        ),
        (
            #"{"personalizationToken":"a","requiredPersonalizationInfo":{"phoneNumber":"1"}}"#,
            ["/requiredPersonalizationInfo/fullName", "/requiredPersonalizationInfo/emailAddress"]
        ),
        (
            #"{"personalizationToken":"a","requiredPersonalizationInfo":{"fullName":"Ada"}}"#,
            ["/requiredPersonalizationInfo/emailAddress"]
        ),
        (
            #"{"personalizationToken":"\#(String(repeating: "a", count: 4_097))","requiredPersonalizationInfo":{\#(PersonalizeScene.ada)}}"#,
            ["/personalizationToken"]
        ),
        (
            #"{"personalizationToken":"a","requiredPersonalizationInfo":{"emailAddress":"ada@toast.example\nBcc: eve@toast.example"}}"#,
            ["/requiredPersonalizationInfo/emailAddress"]
        ),
    ]

    @Test func `all faults of a call are reported at once, and nothing is stored`() async throws {
        let scene = try await PersonalizeScene.open()
        for (body, pointers) in Self.bad {
            let reply = try await scene.ask(body)
            #expect(reply.status == 400, "\(body) \(reply.text)")
            let errors = reply["errors"] as? [[String: Any]] ?? []
            #expect(errors.map { $0["pointer"] as? String ?? "" } == pointers, "\(body)")
        }
        for body in ["", "{", "\u{0}"] { #expect(try await scene.ask(body).status == 400) }
        #expect(!(try await scene.pass().text.contains("personalization")))
    }

    @Test func `a manifest is not signed when sent as a token`() async throws {
        let scene = try await PersonalizeScene.open()
        let manifests = [
            #"{\"pass.json\":\"aa\"}"#, #" {\"pass.json\":\"aa\"}"#, "{}", "a{", "}", "\\u0000a",
            "\\ufeff{}", "\\u007b", "a b", "é",
        ]
        for token in manifests {
            let reply = try await scene.personalize(token: token)
            #expect(reply.status == 400, "\(token)")
        }
        #expect(try await scene.emitted().isEmpty)
    }

    @Test func `the data are sealed, and erased with the customer`() async throws {
        let shop = try await Shop.open()
        let path = try await CustomerTests.account(shop).customer
        let customer = String(path.dropFirst("/v1/customers/".count))
        let scene = try await PersonalizeScene.open(#""customer":"\#(customer)""#, by: shop)
        #expect(try await scene.personalize().status == 200)
        let export = try await shop.ask("GET", path + "/export")
        #expect(
            export.string("passes.data.0.personalization.emailAddress") == "ada@example.com",
            "\(export.text)")
        let database = try await TestServer.shared.value.database
        let rows = try await database.run(
            """
            SELECT p::text AS row FROM passes p WHERE merchant_id = \(shop.merchant.number)
            """)
        #expect(rows.count == 1)
        #expect(try !rows[0].get("row", as: String.self).contains("Ada"))
        #expect(try await shop.ask("DELETE", path).status == 204)
        #expect(try await scene.personalize(PersonalizeScene.byron, token: "b").status == 401)
        let id = try #require(Identifier<Pass>(scene.held.id))
        let keys = try await TestServer.shared.value.services.keys
        let erased = try #require(try await FindPass(id, keys: keys)(on: database).customer)
        let erase = ErasePasses(of: erased, shop.merchant.number, now: TestServer.now())
        try await database.transaction { try erase(in: $0) }
        #expect(!(try await scene.pass().text.contains("ada@example.com")))
        #expect(try await scene.personalize().status == 401)
    }

    @Test func `a pass with a new customer asks for the holder's data again`() async throws {
        let shop = try await Shop.open()
        let customers = try await [
            CustomerTests.account(shop).customer, CustomerTests.account(shop).customer,
        ].map { String($0.dropFirst("/v1/customers/".count)) }
        let scene = try await PersonalizeScene.open(by: shop)
        #expect(try await scene.personalize().status == 200)
        let first = try await scene.held.change(#""customer":"\#(customers[0])""#)
        #expect(first.string("personalization.fullName") == "Ada Lovelace")
        let handed = try await scene.held.change(#""customer":"\#(customers[1])""#)
        #expect(handed.status == 200)
        #expect(!handed.text.contains("personalization"))
        #expect(try await scene.paths().contains("personalization.json"))
        #expect(try await scene.personalize(PersonalizeScene.byron, token: "b").status == 200)
        #expect(try await scene.pass().string("personalization.fullName") == "George Byron")
        #expect(try await scene.emitted().count == 2)
    }

    private func pushes(to held: HeldByPhone) async throws -> Int {
        let database = try await TestServer.shared.value.database
        return try await database.run(
            """
            SELECT true FROM wallet_pushes WHERE merchant_id = \(held.scene.shop.merchant.number)
            """
        ).count
    }
}
