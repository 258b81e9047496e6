import Crypto
import Foundation
import HTTPClient
import Merchants
import TestSupport
import Vocabulary

/// Merchants with Apple identity certificates, and the gateway that all tests of this process
/// share.
struct SessionScene: Sendable {
    let shop: Shop
    /// The domain of the merchant's website.
    let domain: String
    /// The name in the certificate, by which the gateway distinguishes merchants.
    let name: String

    private static let shared = Task {
        let forge = try await TestServer.shared.value.forge
        return try await TestGateway(
            trusting: forge.read("root.pem") + forge.read("relations.pem"))
    }
    private static let identities = Identities()
    /// The merchant identifier of each call to the gateway, whether it was reached or not.
    private static let asked = Journal<String>()

    static var server: TestGateway { get async throws { try await shared.value } }

    /// The first call starts the gateway.
    static let gateway = AppleGateway { call, identity in
        asked.add(identity.merchantIdentifier)
        guard let server = try? await server else { return .failure(.stopped) }
        let connectOverride = ConnectOverride("127.0.0.1:\(server.port)")
        let client = Client(trusting: server.authorities, by: connectOverride)
        return await AppleGateway.live(client).send(call, identity)
    }

    static func identity(of merchant: Merchant) -> MerchantIdentity? {
        identities.find(merchant.number)
    }

    static func open(live: Bool = true, isForged: Bool = false) async throws -> SessionScene {
        let number = UInt32.random(in: 0 ... .max)
        let domain = "shop\(number).example"
        let shop = try await Shop.open(live: live, settings: "{\"domains\":[\"\(domain)\"]}")
        let scene = SessionScene(shop: shop, domain: domain, name: "shop\(number)")
        let gateway = try await server
        let pair = try isForged ? gateway.forge(scene.name) : gateway.issue(scene.name)
        scene.keep(pair.certificates, pair.privateKey)
        return scene
    }

    func keep(_ certificates: [UInt8], _ privateKey: [UInt8]) {
        Self.identities.keep(
            MerchantIdentity(
                merchantIdentifier: "merchant.example.\(name)", certificate: certificates,
                privateKey: Secret(privateKey)), for: shop.merchant.number)
    }

    var session: [UInt8] { TestGateway.session(of: name, for: domain) }

    /// The number of calls to Apple in this merchant's name.
    var asks: Int { Self.asked.all.count { $0 == "merchant.example.\(name)" } }

    /// This merchant's requests to the shared gateway.
    func seen() async throws -> [TestGateway.Seen] {
        try await Self.server.seen().filter { $0.shown == name }
    }

    /// Asks for a session from the merchant's page, or from another origin.
    func ask(
        _ checkout: OpenedCheckout, _ json: String = "{}", origin: String? = nil
    ) async throws -> Reply {
        try await checkout.ask(
            "merchant-session", json, [("Origin", origin ?? "https://\(domain)")])
    }

    // Unchecked: a lock guards the state.
    private final class Identities: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [MerchantNumber: MerchantIdentity] = [:]

        func keep(_ identity: MerchantIdentity, for merchant: MerchantNumber) {
            lock.withLock { all[merchant] = identity }
        }

        func find(_ merchant: MerchantNumber) -> MerchantIdentity? {
            lock.withLock { all[merchant] }
        }
    }
}
