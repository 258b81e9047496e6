import API
import Crypto
import Foundation
import HTTP
import Merchants
import Outbox
import Postgres
import Processors
import TestSupport
import Vocabulary

/// A merchant of one test, at a server that all tests of this process share.
struct Shop: Sendable {
    let merchant: Merchant
    let secretKey: String
    let publishableKey: String
    let client: HTTPClient

    static func open(
        name: String = "Toast", live: Bool = false, processor: ProcessorName? = nil,
        settings: String = "{}"
    ) async throws -> Shop {
        let server = try await TestServer.shared.value
        let now = TestServer.now()
        let open = OpenMerchant(
            name: name, live: live, processor: processor,
            settings: try MerchantSettings(stored: Array(settings.utf8)), now: now,
            keyIdentifiers: (TestServer.identify(now), TestServer.identify(now)))
        let opened = try await server.database.transaction { try open(in: $0) }
        return Shop(
            merchant: opened.merchant, secretKey: opened.secret.text.text,
            publishableKey: opened.publishable.text.text, client: HTTPClient(port: server.port))
    }

    /// Calls with the merchant's secret key.
    func ask(
        _ method: String, _ path: String, _ json: String? = nil,
        _ headers: [(String, String)] = []
    ) async throws -> Reply {
        try await ask(as: secretKey, method, path, json, headers)
    }

    func ask(
        as key: String?, _ method: String, _ path: String, _ json: String? = nil,
        _ headers: [(String, String)] = []
    ) async throws -> Reply {
        let authorization = key.map { [("Authorization", "Bearer \($0)")] } ?? []
        let reply =
            if let json {
                try await client.send(method, path, headers: authorization + headers, json: json)
            } else {
                try await client.send(method, path, headers: authorization + headers)
            }
        return try Reply(reply)
    }

    /// Opens a checkout for one toast, or with the given members.
    func checkout(
        _ members: String = #""items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]"#,
        currency: String = "USD"
    ) async throws -> OpenedCheckout {
        let reply = try await ask(
            "POST", "/v1/checkouts",
            "{\"currencyCode\":\"\(currency)\",\"countryCode\":\"US\",\(members)}")
        guard reply.status == 201, let id = reply["id"] as? String,
            let secret = reply["clientSecret"] as? String
        else { throw Unexpected(reply: reply) }
        return OpenedCheckout(shop: self, id: id, secret: secret, reply: reply)
    }
}

extension Shop {
    /// The identifier of a stored event, even if the list of events does not show it yet.
    func anEvent() async throws -> String {
        let database = try await TestServer.shared.value.database
        let rows = try await database.run(
            "SELECT event_id FROM events WHERE merchant_id = \(merchant.number) LIMIT 1")
        return Event.ID(merchant: merchant.number, uuid: try rows[0].get("event_id")).text
    }
}

/// A checkout with its client secret.
struct OpenedCheckout: Sendable {
    let shop: Shop
    let id: String
    let secret: String
    let reply: Reply

    /// Calls a route of the checkout as the buyer's page does, for example a sheet update.
    func ask(
        _ path: String, _ json: String, _ headers: [(String, String)] = []
    ) async throws -> Reply {
        try await shop.ask(as: secret, "POST", "/v1/checkouts/\(id)/\(path)", json, headers)
    }

    /// Pays with a simulated token.
    func pay(
        sandbox: String = "", contact: String? = nil, version: Int? = nil,
        _ headers: [(String, String)] = []
    ) async throws -> Reply {
        let data = sandbox.isEmpty ? "{}" : "{\"sandbox\":{\(sandbox)}}"
        let contacts = contact.map { ",\"shippingContact\":\($0),\"billingContact\":\($0)" } ?? ""
        let version = version.map { ",\"version\":\($0)" } ?? ""
        return try await ask(
            "authorize", "{\"payment\":{\"token\":{\"paymentData\":\(data)}\(contacts)}\(version)}",
            headers)
    }

    func state() async throws -> Reply { try await shop.ask("GET", "/v1/checkouts/\(id)") }
}

/// An answer with its parsed JSON.
struct Reply: @unchecked Sendable {
    // Unchecked: the values from JSONSerialization never change.
    let status: Int
    let text: String
    let http: HTTPReply
    private let json: [String: Any]

    init(_ reply: HTTPReply) throws {
        status = reply.status
        text = reply.text
        http = reply
        json =
            (try? JSONSerialization.jsonObject(with: Data(reply.body))) as? [String: Any] ?? [:]
    }

    /// A value by a path such as `newTotal.amount` or `errors.0.contactField`.
    subscript(path: String) -> Any? {
        var value: Any? = json
        for part in path.split(separator: ".") {
            if let index = Int(part) {
                let list = value as? [Any] ?? []
                value = list.indices.contains(index) ? list[index] : nil
            } else {
                value = (value as? [String: Any])?[String(part)]
            }
        }
        return value
    }

    func string(_ path: String) -> String? { self[path] as? String }
    func number(_ path: String) -> Int? { self[path] as? Int }
    func count(_ path: String) -> Int { (self[path] as? [Any])?.count ?? 0 }
}

struct Unexpected: Error, CustomStringConvertible {
    let reply: Reply
    var description: String { "\(reply.status) \(reply.text)" }
}
