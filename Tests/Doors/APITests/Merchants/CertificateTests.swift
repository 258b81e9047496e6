import API
import Credentials
import Crypto
import Foundation
import Merchants
import Postgres
import TestSupport
import Testing

/// A merchant's certificates: validated, sealed, and never returned with their keys.
@Suite struct CertificateTests {
    @Test func `a certificate is stored with its key, returned without it, and deleted`()
        async throws
    {
        let shop = try await Shop.open()
        let stored = try await shop.storeCertificate()
        #expect(stored.status == 201)
        #expect(stored.string("merchantIdentifier") == TokenForge.merchantIdentifier)
        #expect(stored.string("kind") == "paymentProcessing")
        #expect(stored["privateKey"] == nil && !stored.text.contains("PRIVATE KEY"))
        let id = try #require(stored.string("id"))

        let shown = try await shop.ask("GET", "/v1/certificates/\(id)")
        #expect(shown.text == stored.text)
        let listed = try await shop.ask("GET", "/v1/certificates")
        #expect(listed.count("data") == 1 && listed.string("data.0.id") == id)

        let again = try await shop.storeCertificate()
        #expect(again.status == 409 && again.string("code") == "certificate_exists")

        #expect(try await shop.ask("DELETE", "/v1/certificates/\(id)").status == 204)
        #expect(try await shop.ask("DELETE", "/v1/certificates/\(id)").status == 404)
        #expect(try await shop.ask("GET", "/v1/certificates/\(id)").status == 404)
        #expect(try await shop.ask("GET", "/v1/certificates").count("data") == 0)
    }

    @Test func `a certificate in the DER encoding of Apple's portal is accepted`() async throws {
        let shop = try await Shop.open()
        let forge = try await TestServer.shared.value.forge
        let certificate = try #require(Certificate(pem: forge.read("merchant.pem")))
        let stored = try await shop.storeCertificate(
            certificate: Base64.standard.encode(certificate.der))
        #expect(stored.status == 201)
    }

    @Test func `the private key is sealed for its merchant under the current master key`()
        async throws
    {
        let server = try await TestServer.shared.value
        let shop = try await Shop.open()
        _ = try await shop.storeCertificate()
        let rows = try await server.database.run(
            """
            SELECT c.private_key, k.master_number FROM certificates c
            JOIN merchant_data_keys k ON k.merchant_id = c.merchant_id
            WHERE c.merchant_id = \(shop.merchant.number)
            """)
        let sealed: [UInt8] = try rows[0].get("private_key")
        let number: Int32 = try rows[0].get("master_number")
        #expect(number == server.services.keys.currentNumber)
        let plain = try server.forge.read("merchant.key")
        for start in stride(from: 0, to: plain.count - 32, by: 32) {
            #expect(!sealed.contains(Array(plain[start..<start + 32])))
        }
    }

    @Test(arguments: [
        ("paymentProcessing", "merchant.pem", "china.key", ["/privateKey not_a_pair"]),
        ("merchantIdentity", "merchant.pem", "merchant.key", ["/certificate other_kind"]),
        (
            "paymentProcessing", "leaf.pem", "merchant.key",
            [
                "/privateKey not_a_pair", "/certificate other_kind",
                "/certificate no_merchant_identifier", "/certificate untrusted_issuer",
            ]
        ),
        (
            "paymentProcessing", "merchant.key", "merchant.pem",
            ["/certificate invalid_value", "/privateKey invalid_value"]
        ),
        ("nothing", "merchant.pem", "merchant.key", ["/kind invalid_value"]),
        (
            "merchantidentity", "merchant.key", "merchant.pem",
            ["/kind invalid_value", "/certificate invalid_value", "/privateKey invalid_value"]
        ),
        (
            "nothing", "merchant.pem", "china.key",
            ["/kind invalid_value", "/privateKey not_a_pair"]
        ),
    ])
    func `each fault of a certificate is reported at its field, and nothing is stored`(
        kind: String, certificate: String, key: String, problems: [String]
    ) async throws {
        let shop = try await Shop.open()
        let forge = try await TestServer.shared.value.forge
        let refused = try await shop.storeCertificate(
            kind: kind, certificate: forge.certificates.text(certificate),
            key: forge.certificates.text(key))
        #expect(refused.status == 400)
        let errors = refused["errors"] as? [[String: Any]] ?? []
        #expect(errors.map { "\($0["pointer"] ?? "") \($0["code"] ?? "")" } == problems)
        #expect(try await shop.ask("GET", "/v1/certificates").count("data") == 0)
    }

    /// Two certificates in one text: the server cannot know which one the merchant means.
    private static let chain = {
        let forge = try! CertificateForge()
        try! forge.issue("one", "/CN=One", by: nil, extensions: CertificateForge.authority)
        let pem = try! forge.text("one.pem")
        return (pem + pem).replacing("\n", with: "\\n")
    }()

    @Test(arguments: [
        (
            #"{"kind":"merchantIdentity","privateKey":"y"}"#,
            [
                "/certificate required", "/privateKey invalid_value",
            ]
        ),
        (
            #"{"kind":"merchantIdentity","certificate":"x"}"#,
            [
                "/privateKey required", "/certificate invalid_value",
            ]
        ),
        (
            #"{"kind":"merchantIdentity","privateKey":"y","certificate":"\#(chain)"}"#,
            ["/certificate invalid_value", "/privateKey invalid_value"]
        ),
        ("{}", ["/kind required", "/certificate required", "/privateKey required"]),
    ])
    func `certificate fields are validated even if one of them is missing`(
        body: String, problems: [String]
    ) async throws {
        let refused = try await Shop.open().ask("POST", "/v1/certificates", body)
        let errors = refused["errors"] as? [[String: Any]] ?? []
        #expect(errors.map { "\($0["pointer"] ?? "") \($0["code"] ?? "")" } == problems)
    }

    @Test func `all certificates of a pass type belong to one team`() async throws {
        let shop = try await Shop.open()
        let identifier = try await PassScene.storeCertificate(of: shop)
        let forge = try await TestServer.shared.value.forge
        try forge.issuePassType("\(identifier).other", for: identifier, team: "OTHERTEAM1")
        let refused = try await shop.storeCertificate(
            kind: "passType",
            certificate: forge.certificates.text("\(identifier).other.pem"),
            key: forge.certificates.text("\(identifier).other.key"))
        #expect(refused.status == 409 && refused.string("code") == "other_team", "\(refused.text)")
        #expect(try await shop.ask("GET", "/v1/certificates").count("data") == 1)
    }

    @Test func `a certificate of another team is refused even after the first one is deleted`()
        async throws
    {
        let forge = try await TestServer.shared.value.forge
        for scene in [
            try await PassScene.open(), try await OrderScene.open().asPasses,
        ] {
            let (shop, identifier) = (scene.shop, scene.typeIdentifier)
            let (old, other, next) = (identifier, identifier + ".other", identifier + ".next")
            let isOrder = identifier.hasPrefix("order.")
            let issue = isOrder ? forge.issueOrderType : forge.issuePassType
            try issue(other, identifier, "OTHERTEAM1", 60)
            try issue(next, identifier, "TOAST12345", 60)
            func store(_ name: String) async throws -> Reply {
                try await shop.storeCertificate(
                    kind: isOrder ? "orderType" : "passType",
                    certificate: forge.certificates.text("\(name).pem"),
                    key: forge.certificates.text("\(name).key"))
            }
            let stored = try await shop.ask("GET", "/v1/certificates")
            let id = try #require(stored.string("data.0.id"), "\(old)")
            #expect(try await shop.ask("DELETE", "/v1/certificates/\(id)").status == 204)
            let refused = try await store(other)
            #expect(refused.status == 409 && refused.string("code") == "other_team")
            #expect(
                refused.string("detail")?.contains("team TOAST12345") == true, "\(refused.text)")
            #expect(try await shop.ask("GET", "/v1/certificates").count("data") == 0)
            #expect(try await store(next).status == 201)
        }
    }

    @Test func `all certificates of a merchant belong to one merchant identifier`() async throws {
        let shop = try await Shop.open()
        let identity = try await shop.storeIdentity()
        let refused = try await shop.storeCertificate()
        #expect(refused.status == 409, "\(refused.text)")
        #expect(refused.string("code") == "other_merchant_identifier")
        let listed = try await shop.ask("GET", "/v1/certificates")
        #expect(listed.count("data") == 1)
        #expect(listed.string("data.0.merchantIdentifier") == identity)
        let id = try #require(listed.string("data.0.id"))
        #expect(try await shop.ask("DELETE", "/v1/certificates/\(id)").status == 204)
        #expect(try await shop.storeCertificate().status == 201)
    }

    @Test func `pass type certificates are stored beside the merchant's own`() async throws {
        let shop = try await Shop.open()
        let forge = try await TestServer.shared.value.forge
        try await shop.storeCertificate()
        for type in ["pass.example.gift", "pass.example.ticket"] {
            try forge.issuePassType(type, for: type)
            let stored = try await shop.storeCertificate(
                kind: "passType", certificate: forge.certificates.text("\(type).pem"),
                key: forge.certificates.text("\(type).key"))
            #expect(stored.status == 201, "\(stored.text)")
            #expect(stored.string("passTypeIdentifier") == type)
            #expect(stored.string("teamIdentifier") == "TOAST12345")
            #expect(stored["merchantIdentifier"] == nil)
        }
        let refused = try await shop.storeCertificate(kind: "passType")
        #expect(refused.status == 400)
        let codes = refused["errors"] as? [[String: Any]] ?? []
        #expect(codes.map { $0["code"] as? String } == ["other_kind", "no_pass_type"])
    }

    @Test func `a merchant has at most four certificates of a kind, even of six sent at once`()
        async throws
    {
        let shop = try await Shop.open()
        let forge = try await TestServer.shared.value.forge
        let names = (0..<6).map { "many\($0)" }
        for name in names { try forge.issueProcessing(name) }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for name in names {
                group.addTask {
                    try await shop.storeCertificate(
                        certificate: forge.certificates.text("\(name).pem"),
                        key: forge.certificates.text("\(name).key")
                    ).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [201, 201, 201, 201, 409, 409])
        #expect(try await shop.ask("GET", "/v1/certificates").count("data") == 4)
    }
}

extension Shop {
    /// Stores the merchant's payment processing certificate, or the given one.
    @discardableResult
    func storeCertificate(
        kind: String = "paymentProcessing", certificate: String? = nil, key: String? = nil
    ) async throws -> Reply {
        let forge = try await TestServer.shared.value.forge
        let body = [
            "kind": kind,
            "certificate": try certificate ?? forge.certificates.text("merchant.pem"),
            "privateKey": try key ?? forge.certificates.text("merchant.key"),
        ]
        return try await ask(
            "POST", "/v1/certificates",
            String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self))
    }
}
