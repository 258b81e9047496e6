import API
import Foundation
import HTTP
import Merchants
import TestSupport
import Testing

/// The demo's gift card in Wallet, when its merchant has other types, too.
@Suite(.timeLimit(.minutes(5))) struct DemoGiftTests {
    private static let template = """
        {"formatVersion":1,"organizationName":"Toast","description":"A gift card",
         "storeCard":{"primaryFields":[{"key":"balance","label":"Left","value":0,"currencyCode":"USD","changeMessage":"%@"}],
                      "secondaryFields":[{"key":"card","label":"Card","value":"","changeMessage":"%@"}]}}
        """

    @Test func `the demo's gift card keeps its pass type after another type was opened`()
        async throws
    {
        try await withDemo { shop, client in
            let own = try await PassScene.open(Self.template, by: shop)
            _ = try await PassScene.open(by: shop)
            _ = try await OrderScene.open(by: shop)
            let card = try Reply(try await client.send("POST", "/demo/passes"))
            #expect(card.status == 201, "\(card.text)")
            let link = try #require(card.string("link"))
            let shown = try Reply(try await client.send("GET", "/demo/passes/\(link)"))
            #expect(shown.string("passTypeIdentifier") == own.typeIdentifier, "\(shown.text)")
            #expect(shown["fields.balance.value"] as? Double == 25, "\(shown.text)")
            let hint = try #require(card.string("code")?.suffix(4))
            #expect(shown.string("fields.card.value")?.hasSuffix(hint) == true)
        }
    }

    @Test func `the demo gift creates no balance without a suitable pass type`() async throws {
        try await withDemo { shop, client in
            _ = try await PassScene.open(by: shop)
            let refused = try Reply(try await client.send("POST", "/demo/passes"))
            #expect(refused.status == 409, "\(refused.text)")
            #expect(refused.string("code") == "no_template")
            #expect(try await shop.ask("GET", "/v1/balances").count("data") == 0)
        }
    }

    /// A merchant with a demo server of its own.
    private func withDemo(_ body: (Shop, HTTPClient) async throws -> Void) async throws {
        let name = UUID().uuidString
        let shop = try await Shop.open(name: name)
        let services = try await TestServer.shared.value.services
        let server = Server(
            Settings(), Router(services.demoRoutes(of: name)), refuse: HTTPRefusals.answer)
        let port = try server.start()
        try await body(shop, HTTPClient(port: port))
        await server.stop(within: 0)
    }
}
