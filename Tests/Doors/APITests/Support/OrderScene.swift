import API
import Archive
import Crypto
import Foundation
import HTTP
import Merchants
import Outbox
import PassContents
import Passes
import Postgres
import TestSupport
import Testing
import Vocabulary

/// A merchant with an order type, whose paid checkouts are orders in Wallet, and phones that follow
/// them.
struct OrderScene {
    let shop: Shop
    let typeIdentifier: String
    let type: String

    static let document = """
        {"orderManagementURL":"https://toast.example/orders/{orderNumber}",
         "merchant":{"displayName":"Toast","merchantIdentifier":"com.example.toast","url":"https://toast.example","logo":"logo.png"}}
        """

    /// Two toasts that are shipped, and a lesson that is not.
    static let cart = """
        "reference":"T 7","requiredShippingContactFields":["postalAddress"],
        "shippingMethods":[{"identifier":"post","label":"By post","detail":"In three days","amount":"3.00"}],
        "items":[{"name":"Toast","quantity":2,"unitPrice":"10.00","sku":"toast-1"},
                 {"name":"Lesson","quantity":1,"unitPrice":"5.00","requiresShipping":false}]
        """
    static let contact = """
        {"givenName":"Ada","familyName":"Byron","addressLines":["1 Main St"],"locality":"Cupertino",
         "administrativeArea":"CA","postalCode":"95014","countryCode":"US"}
        """

    static func open(
        _ document: String? = document, by shop: Shop? = nil, settings: String = "{}"
    ) async throws -> OrderScene {
        let opened = try await Shop.open(settings: settings)
        let shop = shop ?? opened
        let identifier = try await storeCertificate(of: shop)
        let type = try await shop.ask(
            "POST", "/v1/pass-types", #"{"orderTypeIdentifier":"\#(identifier)"}"#)
        #expect(type.status == 201, "\(type.text)")
        #expect(type.string("orderTypeIdentifier") == identifier)
        let scene = OrderScene(
            shop: shop, typeIdentifier: identifier, type: try #require(type.string("id")))
        if let document {
            let put = try await scene.put(document)
            #expect(put.status == 200, "\(put.text)")
        }
        return scene
    }

    /// The same merchant and type as a scene of passes.
    var asPasses: PassScene { PassScene(shop: shop, typeIdentifier: typeIdentifier, type: type) }

    static func storeCertificate(of shop: Shop) async throws -> String {
        let forge = try await TestServer.shared.value.forge
        let identifier = "order.toast.\(UUID().uuidString.lowercased())"
        try forge.issueOrderType(identifier, for: identifier)
        let stored = try await shop.storeCertificate(
            kind: "orderType", certificate: forge.certificates.text("\(identifier).pem"),
            key: forge.certificates.text("\(identifier).key"))
        #expect(stored.status == 201, "\(stored.text)")
        return identifier
    }

    func put(_ document: String, _ more: [Zip.File] = []) async throws -> Reply {
        let files =
            [Zip.File("order.json", Array(document.utf8)), Zip.File("logo.png", [0x89])] + more
        let archive = Base64.standard.encode(Zip.write(files, at: 0))
        return try await shop.ask(
            "PUT", "/v1/pass-types/\(type)/template", #"{"archive":"\#(archive)"}"#)
    }

    /// Pays a checkout and returns it with the order details that the page got.
    func paid(
        _ members: String = cart, contact: String? = contact, _ headers: [(String, String)] = []
    ) async throws -> PaidOrder {
        let checkout = try await shop.checkout(members)
        let paid = try await checkout.pay(contact: contact, headers)
        #expect(paid.status == 200 && paid["status"] as? Int == 0, "\(paid.text)")
        return try PaidOrder(scene: self, checkout: checkout, paid: paid)
    }

    /// Runs the workers' jobs: creates the orders of payments and updates them after changes.
    func work() async throws {
        let server = try await TestServer.shared.value
        let keys = server.services.keys
        let urls = PublicURLs("https://pay.example")
        let make = IssueWaitingOrders(
            .all(keys), keys: keys, urls: urls, now: TestServer.now())
        while try await make(on: server.database) > 0 {}
        let follow = RefreshStalePasses(
            .all(keys), keys: keys, urls: urls, now: TestServer.now())
        while try await follow(on: server.database) > 0 {}
    }

    /// Hands all events of a checkout to the event handlers of passes, as the worker does, and runs
    /// the jobs that they schedule.
    ///
    /// - Returns: The types of the events, in order.
    func runAllHandlers(of checkout: String) async throws -> [String] {
        let rows = try await TestServer.shared.value.database.run(
            """
            SELECT type, data::text AS data FROM events
            WHERE merchant_id = \(shop.merchant.number) AND object = \(checkout)
            ORDER BY sequence
            """)
        let types: [String] = try rows.map { try $0.get("type") }
        for (type, row) in zip(types, rows) {
            let data: String = try row.get("data")
            let kind = try #require(Event.Kind(rawValue: type))
            try await runHandlers(for: kind, of: checkout, data: Array(data.utf8))
        }
        try await work()
        return types
    }

    /// Hands an event to the event handlers of passes, as the worker does.
    func runHandlers(
        for kind: Event.Kind, of object: String, data: [UInt8] = Array("{}".utf8)
    ) async throws {
        let server = try await TestServer.shared.value
        let number = shop.merchant.number
        try await server.database.transaction { transaction in
            let event = Event(
                id: Event.ID(merchant: number, uuid: UUID128(high: 0, low: 1)), type: kind,
                object: object, sequence: 1, data: data, at: TestServer.now())
            let handlers = PassEventHandlers.all(.all(server.services.keys), now: TestServer.now)
            for handler in handlers where handler.types.contains(kind) {
                try handler.handle(event, transaction)
            }
        }
    }
}

/// A payment, and a phone that follows its order by the details that the page got.
struct PaidOrder {
    let scene: OrderScene
    let checkout: OpenedCheckout
    let identifier: String
    let token: String
    let phone = UUID().uuidString

    init(scene: OrderScene, checkout: OpenedCheckout, paid: Reply) throws {
        self.scene = scene
        self.checkout = checkout
        identifier = try #require(paid.string("orderDetails.orderIdentifier"), "\(paid.text)")
        token = try #require(paid.string("orderDetails.authenticationToken"))
        #expect(paid.string("orderDetails.orderTypeIdentifier") == scene.typeIdentifier)
        #expect(paid.string("orderDetails.webServiceURL")?.hasSuffix("/orders") == true)
    }

    var path: String { "/orders/v1/orders/\(scene.typeIdentifier)/\(identifier)" }
    var own: String { "/v1/checkouts/\(checkout.id)/order" }

    var registration: String {
        "/orders/v1/devices/\(phone)/registrations/\(scene.typeIdentifier)/\(identifier)"
    }

    func call(
        _ method: String, _ path: String, _ body: String? = nil, token: String? = nil,
        _ headers: [(String, String)] = []
    ) async throws -> Reply {
        let shown = ("Authorization", "AppleOrder \(token ?? self.token)")
        return try await scene.shop.ask(as: nil, method, path, body, [shown] + headers)
    }

    func fetch(_ headers: [(String, String)] = []) async throws -> Reply {
        try await call("GET", path, nil, headers)
    }

    func register(_ pushToken: String = "ab12") async throws -> Reply {
        try await call("POST", registration, #"{"pushToken":"\#(pushToken)"}"#)
    }

    func updates(since tag: String? = nil) async throws -> Reply {
        let since = tag.map { "?ordersModifiedSince=\($0)" } ?? ""
        return try await scene.shop.ask(
            as: nil, "GET",
            "/orders/v1/devices/\(phone)/registrations/\(scene.typeIdentifier)\(since)")
    }

    /// The order.json in the package that a phone fetches.
    func document() async throws -> Reply {
        let fetched = try await fetch()
        #expect(fetched.status == 200, "\(fetched.text)")
        return try Reply(Self.document(of: fetched))
    }

    static func document(of reply: Reply) throws -> HTTPReply {
        let files = try Zip.read(reply.http.body, Zip.Limits(filesMax: 99, bytesMax: 1 << 20))
        let bytes = try #require(files.first { $0.path == "order.json" }?.bytes)
        var document = reply.http
        document.body = bytes
        return document
    }

    func change(_ json: String) async throws -> Reply {
        try await scene.shop.ask("PATCH", own, json)
    }
}
