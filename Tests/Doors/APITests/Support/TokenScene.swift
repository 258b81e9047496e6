import Credentials
import Foundation
import HTTPClient
import Merchants
import Payments
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import API

extension Shop {
    /// An Apple merchant identifier that no other test uses.
    static func merchantIdentifier() -> String {
        "merchant.example.\(UUID().uuidString.prefix(8).lowercased())"
    }

    /// Stores an identity certificate for Apple's gateway and returns its merchant identifier.
    func storeIdentity(of identifier: String = merchantIdentifier()) async throws -> String {
        let forge = try await TestServer.shared.value.forge
        try forge.issueIdentity(identifier, for: identifier)
        let stored = try await storeCertificate(
            kind: "merchantIdentity", certificate: forge.certificates.text("\(identifier).pem"),
            key: forge.certificates.text("\(identifier).key"))
        guard stored.status == 201 else { throw Unexpected(reply: stored) }
        return identifier
    }
}

/// A merchant whose buyers pay with Apple's merchant tokens, and the workers that call Apple's
/// gateway.
struct TokenScene: Sendable {
    let toaster: Toaster
    /// The merchant identifier for which buyers' devices encrypt; the certificate's files are named
    /// after it, with `.tokens`.
    let identifier: String
    /// The merchant identifier at Apple's gateway; nil while no identity certificate is stored.
    let identity: String?

    var shop: Shop { toaster.shop }

    static func open(
        hasIdentity: Bool = true, processor: ProcessorName? = nil
    ) async throws -> TokenScene {
        let toaster = try await Toaster.open(processor: processor)
        let identifier = Shop.merchantIdentifier()
        let forge = try await TestServer.shared.value.forge
        try forge.issueProcessing("\(identifier).tokens", for: identifier)
        let stored = try await toaster.shop.storeCertificate(
            certificate: forge.certificates.text("\(identifier).tokens.pem"),
            key: forge.certificates.text("\(identifier).tokens.key"))
        guard stored.status == 201 else { throw Unexpected(reply: stored) }
        let scene = TokenScene(toaster: toaster, identifier: identifier, identity: nil)
        return hasIdentity ? try await scene.identified() : scene
    }

    /// The same merchant with an identity certificate.
    func identified() async throws -> TokenScene {
        TokenScene(
            toaster: toaster, identifier: identifier,
            identity: try await shop.storeIdentity(of: identifier))
    }

    /// An identifier that no other test uses.
    static func name(_ kind: String = "mpan") -> String { "\(kind)-\(UUID().uuidString)" }

    /// Pays for a plan with a merchant token and returns the subscription.
    func subscribe(with token: String, _ plan: String = Toaster.weekly, _ amount: Int = 900)
        async throws -> String
    {
        let sheet = try await toaster.sheet(toaster.plan(plan))
        let paid = try await pay(sheet, with: token, amount)
        guard paid.number("status") == 0 else { throw Unexpected(reply: paid) }
        return try await toaster.subscription(of: sheet)
    }

    func pay(
        _ sheet: OpenedCheckout, with token: String, _ amount: Int
    ) async throws -> Reply {
        let data = try await TestServer.shared.value.forge.token(
            TokenForge.payload(of: amount, merchantToken: token), for: identifier,
            by: "\(identifier).tokens")
        let json = String(
            decoding: try JSONSerialization.data(withJSONObject: ["paymentData": data]),
            as: UTF8.self)
        let contacts = #""shippingContact":\#(Toaster.buyer),"billingContact":\#(Toaster.buyer)"#
        return try await sheet.ask(
            "authorize", #"{"payment":{"token":\#(json),\#(contacts)}}"#)
    }

    /// Sends a notice as Apple does, without a credential.
    func call(_ event: String, of merchant: String? = nil) async throws -> Reply {
        let merchant = merchant ?? shop.merchant.identifier
        return try await shop.ask(
            as: nil, "GET", "/v1/apple/\(merchant)/notification/merchantToken/\(event)")
    }

    /// Sets Apple's answer about an event.
    static func setTokenAnswer(_ event: String, status: Int = 200, _ body: String) async throws {
        try await SessionScene.server.setTokenAnswer(event, status, body)
    }

    static func unlink(_ token: String, because reason: String = "USER") -> String {
        #"{"eventType":"UNLINK","merchantTokenIdentifier":"\#(token)","reason":"\#(reason)"}"#
    }

    static func metadata(_ token: String, _ suffix: String) -> String {
        #"""
        {"eventType":"UPDATED_METADATA","merchantTokenIdentifier":"\#(token)","reason":"ISSUER",
         "merchantTokenMetadata":{"cardMetadata":{"cardCountry":"US","fpanSuffix":"\#(suffix)"}}}
        """#
    }

    /// The tasks that workers abandoned, of any merchant.
    static let abandoned = Journal<AppleTokenService.AbandonedTask>()

    /// - Parameter isUp: False makes Apple's gateway unreachable.
    static func service(isUp: Bool = true) async throws -> AppleTokenService {
        let server = try await TestServer.shared.value
        let nowhere = AppleGateway.live(Client(by: ConnectOverride("127.0.0.1:1")))
        return AppleTokenService(
            database: server.database, registry: server.services.registry,
            gateway: isUp ? SessionScene.gateway : nowhere,
            identity: server.services.credentials.keychain.identity, moment: TestServer.moment
        ) { abandoned.add($0) }
    }

    /// Runs the worker that fetches events, as if at this many seconds from now.
    @discardableResult
    static func read(after seconds: Int64 = 0, isUp: Bool = true) async throws -> Int {
        try await ReadTokenEvents(service(isUp: isUp))(
            at: TestServer.now().adding(seconds: seconds))
    }

    @discardableResult
    static func sendUnlinks(after seconds: Int64 = 0, isUp: Bool = true) async throws -> Int {
        try await SendTokenUnlinks(service(isUp: isUp))(
            at: TestServer.now().adding(seconds: seconds))
    }

    /// The requests to Apple's gateway in this merchant's name, each with its body.
    func asked() async throws -> [String] {
        try await seen().map { seen in
            [seen.line.replacing(" HTTP/1.1", with: ""), seen.body].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }

    func seen() async throws -> [TestGateway.Seen] {
        try await SessionScene.server.seen().filter {
            $0.shown == "Apple Pay Merchant Identity:\(identity ?? "")"
        }
    }

    /// The request line that Apple's gateway gets.
    func line(_ end: String) -> String {
        let method = end == "unlink" ? "POST" : "GET"
        return "\(method) /paymentservices/v1/merchantId/\(identity ?? "")/merchantToken/\(end)"
    }

    func unlinking(_ token: String) -> String {
        line("unlink") + #" {"merchantTokenIdentifier":"\#(token)"}"#
    }

    /// The number of the merchant's rows in a table.
    func count(_ table: String) async throws -> Int {
        let rows = try await TestServer.shared.value.database.run(
            Query(
                raw: "SELECT count(*) AS count FROM \(table) "
                    + "WHERE merchant_id = \(shop.merchant.number.value)"))
        return Int(try rows[0].get("count", as: Int64.self))
    }

    /// The events about cards, oldest first.
    func emitted() async throws -> [(type: String, data: String)] {
        try await TestServer.shared.value.database.run(
            """
            SELECT type, data::text AS data FROM events
            WHERE merchant_id = \(shop.merchant.number) AND type LIKE 'card.%' ORDER BY event_id
            """
        ).map { (try $0.get("type"), try $0.get("data")) }
    }
}
