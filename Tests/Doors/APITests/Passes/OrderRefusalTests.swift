import API
import Archive
import Crypto
import Dispatch
import Foundation
import HTTP
import Merchants
import Outbox
import Passes
import Postgres
import TestSupport
import Testing
import Vocabulary

/// Access to orders, and calls about them that are refused.
@Suite(.timeLimit(.minutes(5))) struct OrderRefusalTests {
    @Test func `a missing token and another order's token get the same answer`() async throws {
        let scene = try await OrderScene.open()
        let order = try await scene.paid()
        let unpaid = try await scene.shop.checkout()
        let other = try await scene.paid()
        let pass = try await PassScene.open(by: scene.shop).held()
        let type = scene.typeIdentifier
        let paths = [
            order.path, "/orders/v1/orders/\(type)/\(unpaid.id)", "/orders/v1/orders/\(type)/x",
            "/orders/v1/orders/\(type)/\(pass.serial)", "/orders/v1/orders/order.none/x",
            "/orders/v1/orders/\(pass.scene.typeIdentifier)/\(pass.serial)",
            "/passkit/v1/passes/\(type)/\(order.identifier)",
        ]
        for made in [false, true] {
            if made { _ = try await order.document() }
            var answers: Set<String> = []
            for path in paths where path.hasPrefix("/orders") {
                for token in [other.token, pass.token, "x", ""] {
                    let reply = try await order.call("GET", path, token: token)
                    #expect(reply.status == 401, "\(path) \(reply.text)")
                    answers.insert(reply.string("detail") ?? "")
                }
            }
            #expect(answers.count == 1)
            let bare = try await scene.shop.ask(as: nil, "GET", order.path)
            #expect(bare.status == 401 && bare.http["WWW-Authenticate"] == "AppleOrder")
            for path in paths.suffix(2) {
                let asPass = [("Authorization", "ApplePass \(order.token)")]
                let reply = try await scene.shop.ask(as: nil, "GET", path, nil, asPass)
                #expect(reply.status == 401, "\(path)")
            }
        }
    }

    @Test func `an order belongs to its merchant, and the pass routes do not find it`() async throws
    {
        let scene = try await OrderScene.open()
        let order = try await scene.paid()
        _ = try await order.document()
        let asPass = "/v1/passes/pas_" + order.identifier.dropFirst("chk_".count)
        for path in [asPass, asPass + "/fields", asPass + "/package"] {
            #expect(try await scene.shop.ask("GET", path).status == 404, "\(path)")
        }
        #expect(try await scene.shop.ask("PATCH", asPass, #"{"voided":true}"#).status == 404)
        #expect(try await scene.shop.ask("POST", asPass + "/link").status == 404)
        #expect(try await scene.shop.ask("DELETE", asPass + "/link").status == 404)
        #expect(try await scene.shop.ask("GET", "/v1/passes").count("data") == 0)
        let issued = try await scene.shop.ask(
            "POST", "/v1/passes", #"{"passType":"\#(scene.type)"}"#)
        #expect(issued.string("errors.0.pointer") == "/passType", "\(issued.text)")
        let other = try await Shop.open()
        for path in [order.own, order.own + "/package"] {
            #expect(try await other.ask("GET", path).status == 404)
        }
        #expect(try await other.ask("PATCH", order.own, "{}").status == 404)
    }

    @Test(arguments: [
        (#"{"status":"lost"}"#, "/status"), (#"{"orderNumber":7}"#, "/orderNumber"),
        (#"{"lineItems":[]}"#, "/lineItems"), (#"{"payment":{}}"#, "/payment"),
        (#"{"authenticationToken":"x"}"#, "/authenticationToken"),
        (#"{"fulfillments":{}}"#, "/fulfillments"),
        (#"{"fulfillments":[{}]}"#, "/fulfillments/0/fulfillmentIdentifier"),
        (
            #"{"fulfillments":[{"fulfillmentIdentifier":"1","fulfillmentType":"shipping","status":"readyForPickup"}]}"#,
            "/fulfillments/0/status"
        ),
        (
            #"{"fulfillments":[{"fulfillmentIdentifier":"1","fulfillmentType":"shipping","status":"open","trackingURL":"http://x"}]}"#,
            "/fulfillments/0/trackingURL"
        ),
        (
            #"{"returns":[{"returnIdentifier":"1","status":"open"},{"returnIdentifier":"1","status":"open"}]}"#,
            "/returns/1/returnIdentifier"
        ),
        (
            #"{"barcode":{"format":"ean","message":"1","messageEncoding":"utf-8"}}"#,
            "/barcode/format"
        ),
    ])
    func `a member that breaks Apple's rules is refused at its pointer, and not stored`(
        body: String, pointer: String
    ) async throws {
        let order = try await OrderScene.open().paid()
        let before = try await order.document().text
        let refused = try await order.change(body)
        #expect(refused.status == 400, "\(refused.text)")
        let places = (0..<refused.count("errors")).compactMap {
            refused.string("errors.\($0).pointer")
        }
        #expect(places.contains(pointer), "\(refused.text)")
        #expect(try await order.document().text == before)
    }

    @Test func `an oversized member is reported once, at its pointer`() async throws {
        let order = try await OrderScene.open().paid()
        let text = String(repeating: "x", count: 4_000)
        let returns = (0..<20).map {
            #"{"returnIdentifier":"\#($0)","status":"open","returnNumber":"\#(text)"}"#
        }
        for (member, value) in [
            ("statusDescription", "\"\(String(repeating: text, count: 20))\""),
            ("returns", "[\(returns.joined(separator: ","))]"),
        ] {
            let refused = try await order.change("{\"status\":\"open\",\"\(member)\":\(value)}")
            #expect(refused.status == 400 && refused.count("errors") == 1, "\(refused.text)")
            #expect(refused.string("errors.0.pointer") == "/\(member)")
            #expect(refused.string("errors.0.code") == "too_long")
        }
    }

    @Test func `a merchant has one order type, even when two are opened at once`() async throws {
        let scene = try await OrderScene.open()
        let more = [
            try await OrderScene.storeCertificate(of: scene.shop),
            try await OrderScene.storeCertificate(of: scene.shop),
        ]
        let second = try await scene.shop.ask(
            "POST", "/v1/pass-types", #"{"orderTypeIdentifier":"\#(more[0])"}"#)
        #expect(second.status == 409 && second.string("code") == "order_type_exists")
        let shop = try await Shop.open()
        let names = [
            try await OrderScene.storeCertificate(of: shop),
            try await OrderScene.storeCertificate(of: shop),
        ]
        let server = try await TestServer.shared.value
        let first = PassType(
            id: PassType.ID(
                merchant: shop.merchant.number, uuid: TestServer.identify(TestServer.now())),
            identifier: names[0], teamIdentifier: "TOAST12345", createdAt: TestServer.now(),
            changedAt: TestServer.now())
        let (isOpen, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let open: Void = server.database.transaction { transaction in
            try OpenPassType(type: first)(in: transaction)
            _ = try transaction.run("SELECT 1 AS one")
            isOpen.signal()
            _ = mayEnd.wait(timeout: .now() + 5)
        }
        while isOpen.wait(timeout: .now()) == .timedOut {
            try await Task.sleep(for: .milliseconds(5))
        }
        let other = #"{"orderTypeIdentifier":"\#(names[1])"}"#
        async let late = shop.ask("POST", "/v1/pass-types", other)
        // Long enough that it waits for the first one, but shorter than the server's lock timeout.
        try await Task.sleep(for: .milliseconds(100))
        mayEnd.signal()
        try await open
        let refused = try await late
        #expect(refused.status >= 400, "\(refused.text)")
        let again = try await shop.ask("POST", "/v1/pass-types", other)
        #expect(again.string("code") == "order_type_exists", "\(again.text)")
        for body in [
            "{}", #"{"orderTypeIdentifier":"pass.example.x"}"#,
            #"{"passTypeIdentifier":"order.example.x"}"#,
            #"{"orderTypeIdentifier":"\#(names[0])","passTypeIdentifier":"pass.example.x"}"#,
        ] {
            #expect(try await shop.ask("POST", "/v1/pass-types", body).status == 400, "\(body)")
        }
    }

    @Test(arguments: [
        ("{}", "/archive/order.json/merchant"), ("[]", "/archive/order.json"),
        (#"{"orderManagementURL":"ftp://x"}"#, "/archive/order.json/orderManagementURL"),
        (
            #"{"orderTypeIdentifier":"order.example.other"}"#,
            "/archive/order.json/orderTypeIdentifier"
        ),
        (
            #"{"returnInfo":{"displayCountdown":1}}"#,
            "/archive/order.json/returnInfo/returnPolicyURL"
        ),
    ])
    func `a template that Wallet would reject is refused at its pointer`(
        document: String, pointer: String
    ) async throws {
        let scene = try await OrderScene.open(nil)
        let refused = try await scene.put(document)
        #expect(refused.status == 400, "\(refused.text)")
        let places = (0..<refused.count("errors")).compactMap {
            refused.string("errors.\($0).pointer")
        }
        #expect(places.contains(pointer), "\(refused.text)")
        #expect(
            try await scene.shop.ask("GET", "/v1/pass-types/\(scene.type)").number(
                "templateVersion") == 0)
    }

    @Test func `erasing a buyer erases their order, even if the account came later`()
        async throws
    {
        let scene = try await OrderScene.open()
        let order = try await scene.paid()
        _ = try await order.change(#"{"customer":{"givenName":"Ada"}}"#)
        _ = try await order.register()
        // The fetch stores the signed package.
        _ = try await order.document()
        let account = try await order.checkout.ask("customer", #"{"consent":true}"#)
        #expect(200...201 ~= account.status, "\(account.text)")
        let customer = try #require(account.string("id"))
        try await scene.runHandlers(
            for: .customerOpened, of: customer,
            data: Array(#"{"id":"\#(customer)","checkout":"\#(order.checkout.id)"}"#.utf8))
        try await scene.work()
        let export = try await scene.shop.ask("GET", "/v1/customers/\(customer)/export")
        #expect(export.string("orders.data.0.customer.givenName") == "Ada", "\(export.text)")
        #expect(try await scene.shop.ask("DELETE", "/v1/customers/\(customer)").status == 204)
        try await scene.runHandlers(for: .customerErased, of: customer)
        #expect(try await order.fetch().status == 401)
        #expect(try await order.register().status == 401)
        let package = try await scene.shop.ask("GET", order.own + "/package")
        #expect(package.string("code") == "pass_erased", "\(package.status)")
        let shown = try await scene.shop.ask("GET", order.own)
        #expect(shown["customer"] == nil && shown["erasedAt"] != nil, "\(shown.text)")
        #expect(try await order.change(#"{"status":"open"}"#).string("code") == "pass_erased")
    }

    @Test func `erasing a buyer erases an order that is linked to them afterwards`()
        async throws
    {
        let scene = try await OrderScene.open()
        let order = try await scene.paid()
        _ = try await order.register()
        let account = try await order.checkout.ask("customer", #"{"consent":true}"#)
        let customer = try #require(account.string("id"))
        #expect(try await scene.shop.ask("DELETE", "/v1/customers/\(customer)").status == 204)
        try await scene.runHandlers(for: .customerErased, of: customer)
        try await scene.runHandlers(
            for: .customerOpened, of: customer,
            data: Array(#"{"id":"\#(customer)","checkout":"\#(order.checkout.id)"}"#.utf8))
        try await scene.work()
        #expect(try await order.fetch().status == 401)
    }
}
