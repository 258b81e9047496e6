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

/// A payment's order as Wallet follows it (docs/rules/apple.md#8).
@Suite(.timeLimit(.minutes(5))) struct OrderTests {
    @Test func `a payment returns the details of an order that a phone can fetch at once`()
        async throws
    {
        let order = try await OrderScene.open().paid()
        // No worker has run: the phone's request creates the order.
        let fetched = try await order.fetch()
        #expect(fetched.status == 200, "\(fetched.text)")
        #expect(fetched.http["Content-Type"] == "application/vnd.apple.finance.order")
        let document = try Reply(PaidOrder.document(of: fetched))
        #expect(document.string("orderTypeIdentifier") == order.scene.typeIdentifier)
        #expect(document.string("orderIdentifier") == order.identifier)
        #expect(document.string("authenticationToken") == order.token)
        #expect(document.string("webServiceURL")?.hasSuffix("/orders") == true)
        #expect(document.string("orderNumber") == "T 7")
        #expect(document.string("orderManagementURL") == "https://toast.example/orders/T%207")
        #expect(document.string("status") == "open")
        #expect(document.string("payment.total.amount") == "28.00")
        #expect(document.string("payment.total.currency") == "USD")
        #expect(document.string("payment.status") == "paid")
        #expect(document.count("lineItems") == 2)
        #expect(document.string("lineItems.0.title") == "Toast")
        #expect(document.number("lineItems.0.quantity") == 2)
        #expect(document.string("lineItems.0.price.amount") == "20.00")
        #expect(document.string("lineItems.0.sku") == "toast-1")
        #expect(document.string("fulfillments.0.fulfillmentType") == "shipping")
        #expect(document.string("fulfillments.0.status") == "open")
        #expect(document.count("fulfillments.0.lineItems") == 1, "a lesson is not shipped")
        #expect(document.string("payment.transactions.0.transactionType") == "purchase")
        #expect(document.string("payment.transactions.0.status") == "completed")
        let created = try #require(document.string("createdAt"))
        #expect(try created <= #require(document.string("updatedAt")))
        #expect(document["merchant"] != nil && document["customer"] == nil)
        #expect(!document.text.contains("Ada") && !document.text.contains("Main St"))
        let sums = (0..<document.count("payment.summaryItems")).compactMap {
            document.string("payment.summaryItems.\($0).value.amount").flatMap(Double.init)
        }
        #expect(sums.reduce(0, +) == 28)
    }

    @Test func `a phone registers for an order, receives its changes and unregisters`()
        async throws
    {
        let order = try await OrderScene.open().paid()
        #expect(try await order.register().status == 201)
        #expect(try await order.register().status == 200, "the phone is registered already")
        let first = try await order.updates()
        #expect(first["orderIdentifiers"] as? [String] == [order.identifier])
        let tag = try #require(first.string("lastModified"), "phones accept only a string")
        try await order.scene.work()
        #expect(try await order.updates(since: tag).status == 204)
        let before = try await order.fetch()
        let date = try #require(before.http["Last-Modified"])
        #expect(try await order.fetch([("If-Modified-Since", date)]).status == 304)

        let shipped = try await order.change(
            #"{"fulfillments":[{"fulfillmentIdentifier":"1","fulfillmentType":"shipping","status":"onTheWay","carrier":"Post","trackingNumber":"X1"}]}"#
        )
        #expect(shipped.status == 200, "\(shipped.text)")
        #expect(shipped.string("fulfillments.0.carrier") == "Post")
        #expect(shipped.number("devices") == 1)
        let second = try await order.updates(since: tag)
        #expect(second["orderIdentifiers"] as? [String] == [order.identifier])
        let after = try await order.fetch([("If-Modified-Since", date)])
        #expect(after.status == 200)
        let old = try Reply(PaidOrder.document(of: before))
        let new = try Reply(PaidOrder.document(of: after))
        #expect(new.string("fulfillments.0.trackingNumber") == "X1")
        #expect(new.string("createdAt") == old.string("createdAt"))
        let updated = try (
            #require(old.string("updatedAt")), #require(new.string("updatedAt"))
        )
        #expect(updated.0 < updated.1)

        #expect(try await order.call("DELETE", order.registration).status == 200)
        #expect(try await order.updates().status == 204)
        #expect(try await order.fetch().status == 200, "an unregistered phone can fetch")
    }

    @Test func `an order is completed only when the buyer has all of it`() async throws {
        let order = try await OrderScene.open().paid()
        let parcel = { (number: Int, status: String) in
            #"{"fulfillmentIdentifier":"\#(number)","fulfillmentType":"shipping","status":"\#(status)"}"#
        }
        for (second, status) in [
            ("onTheWay", "open"), ("cancelled", "completed"), ("delivered", "completed"),
        ] {
            let changed = try await order.change(
                #"{"fulfillments":[\#(parcel(1, "delivered")),\#(parcel(2, second))]}"#)
            #expect(changed.status == 200, "\(changed.text)")
            #expect(try await order.document().string("status") == status, "\(second)")
        }
        _ = try await order.change(#"{"status":"open"}"#)
        #expect(
            try await order.document().string("status") == "open",
            "the merchant's status takes precedence")
        let back = try await order.change(#"{"status":null,"fulfillments":null}"#)
        #expect(back["status"] == nil && back["fulfillments"] == nil, "\(back.text)")
        #expect(try await order.document().string("fulfillments.0.status") == "open")
    }

    @Test func `a refund appears in the order, and its phone is notified`() async throws {
        let scene = try await OrderScene.open()
        let order = try await scene.paid()
        _ = try await order.register()
        try await scene.work()
        let tag = try #require(try await order.updates().string("lastModified"))
        let refunded = try await scene.shop.ask(
            "POST", "/v1/checkouts/\(order.checkout.id)/refunds", #"{"amount":"10.00"}"#)
        #expect(refunded.status == 201, "\(refunded.text)")
        try await scene.runHandlers(for: .refundSucceeded, of: order.checkout.id)
        try await scene.work()
        #expect(
            try await order.updates(since: tag)["orderIdentifiers"] as? [String]
                == [order.identifier])
        let part = try await order.document()
        #expect(part.string("payment.transactions.1.transactionType") == "refund")
        #expect(part.string("payment.transactions.1.amount.amount") == "10.00")
        #expect(part.string("payment.transactions.1.status") == "completed")
        #expect(part.string("payment.status") == "paid" && part.string("status") == "open")
        _ = try await scene.shop.ask(
            "POST", "/v1/checkouts/\(order.checkout.id)/refunds", "{}")
        try await scene.runHandlers(for: .refundSucceeded, of: order.checkout.id)
        try await scene.work()
        let all = try await order.document()
        #expect(all.string("payment.status") == "refunded" && all.string("status") == "cancelled")
        #expect(all.string("fulfillments.0.status") == "cancelled")
    }

    @Test func `phones' log lines about orders reach their merchant`() async throws {
        let scene = try await OrderScene.open()
        let line =
            "Get order task (for order type \(scene.typeIdentifier)) encountered error: Unexpected response code 401"
        let heard = try await scene.shop.ask(
            as: nil, "POST", "/orders/v1/log", #"{"logs":["\#(line)"]}"#)
        #expect(heard.status == 200)
        let log = try await scene.shop.ask("GET", "/v1/pass-types/\(scene.type)/log")
        let message = try #require(log.string("data.0.message"))
        #expect(message.hasSuffix("encountered error: Unexpected response code 401"))
        let rows = try await TestServer.shared.value.database.run(
            """
            SELECT data::text AS data FROM events WHERE merchant_id = \(scene.shop.merchant.number)
                AND type = 'pass_type.log_kind'
            """)
        #expect(rows.count == 1)
        let data: String = try rows[0].get("data")
        #expect(data.contains("orderTypeIdentifier") && data.contains(scene.typeIdentifier))
    }

    @Test func `an order whose payment was voided before any request is canceled`()
        async throws
    {
        let scene = try await OrderScene.open()
        let manual =
            #""captureMethod":"manual","items":[{"name":"Toast","quantity":1,"unitPrice":"92.50"}]"#
        let order = try await scene.paid(manual, contact: nil)
        let voided = try await scene.shop.ask(
            "POST", "/v1/checkouts/\(order.checkout.id)/void", "{}")
        #expect(voided.status == 200, "\(voided.text)")
        #expect(try await order.document().string("status") == "cancelled")
        let part = try await scene.paid(manual, contact: nil)
        let path = "/v1/checkouts/\(part.checkout.id)"
        let captured = try await scene.shop.ask("POST", path + "/capture", #"{"amount":"40.00"}"#)
        #expect(200...201 ~= captured.status, "\(captured.text)")
        #expect(try await part.document().string("payment.total.amount") == "92.50")
        _ = try await scene.shop.ask("POST", path + "/void", "{}")
        try await scene.runHandlers(for: .checkoutCaptured, of: part.checkout.id)
        try await scene.work()
        let document = try await part.document()
        #expect(document.string("payment.total.amount") == "40.00", "\(document.text)")
        let count = document.count("payment.summaryItems")
        #expect(document.string("payment.summaryItems.\(count - 1).value.amount") == "-52.50")
    }

    @Test func `the order's total is what a balance and a card pay together`() async throws {
        let scene = try await OrderScene.open()
        let balance = try #require(
            try await scene.shop.balance(#""kind":"gift_card","amount":"4""#).string("id"))
        let checkout = try await scene.shop.checkout()
        _ = try await scene.shop.ask(
            "POST", "/v1/checkouts/\(checkout.id)/balances", #"{"balanceId":"\#(balance)"}"#)
        let order = try PaidOrder(
            scene: scene, checkout: checkout, paid: try await checkout.pay())
        let document = try await order.document()
        #expect(document.string("payment.total.amount") == "10.00", "\(document.text)")
        #expect(document.count("payment.transactions") == 2)
    }

    @Test func `a return appears as the merchant describes it`() async throws {
        let order = try await OrderScene.open().paid()
        let changed = try await order.change(
            #"{"returns":[{"returnIdentifier":"r1","status":"processing","returnNumber":"7"}],"statusDescription":"On its way back"}"#
        )
        #expect(changed.status == 200, "\(changed.text)")
        let document = try await order.document()
        #expect(document.string("returns.0.status") == "processing")
        #expect(document.string("statusDescription") == "On its way back")
    }

    @Test func `an order for pickup names its store`() async throws {
        let cart = """
            "shippingType":"storePickup","requiredShippingContactFields":["name"],
            "shippingContact":{"addressLines":["1 Main Street"],"locality":"Honolulu",
                "administrativeArea":"HI","postalCode":"96813","countryCode":"US"},
            "shippingMethods":[{"identifier":"shop","label":"Main Street","detail":"Until six","amount":"0.00"}],
            "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
            """
        let order = try await OrderScene.open().paid(cart)
        let document = try await order.document()
        #expect(document.string("fulfillments.0.fulfillmentType") == "pickup")
        #expect(document.string("fulfillments.0.displayName") == "Main Street")
        #expect(document.count("fulfillments.0.lineItems") == 1)
    }

    @Test func `an order is canceled when its payment is voided`() async throws {
        let scene = try await OrderScene.open()
        let order = try await scene.paid(
            #""captureMethod":"manual","items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]"#,
            contact: nil)
        let before = try await order.document()
        #expect(before.string("payment.status") == "authorized")
        #expect(before.string("payment.transactions.0.status") == "approved")
        let voided = try await scene.shop.ask(
            "POST", "/v1/checkouts/\(order.checkout.id)/void", "{}")
        #expect(voided.status == 200, "\(voided.text)")
        try await scene.runHandlers(for: .checkoutVoided, of: order.checkout.id)
        try await scene.work()
        let after = try await order.document()
        #expect(after.string("status") == "cancelled")
        #expect(after.string("payment.status") == "voided")
        #expect(after.string("payment.transactions.0.status") == "cancelled")
    }

    @Test func `openssl verifies the package's signature over SHA-256 digests`()
        async throws
    {
        let order = try await OrderScene.open().paid()
        let package = try await order.fetch().http.body
        let files = try Zip.read(package, Zip.Limits(filesMax: 99, bytesMax: 1 << 20))
        #expect(
            files.map(\.path).sorted() == ["logo.png", "manifest.json", "order.json", "signature"])
        let manifest = try #require(files.first { $0.path == "manifest.json" }?.bytes)
        let digests = try #require(
            try JSONSerialization.jsonObject(with: Data(manifest)) as? [String: String])
        for file in files where ["logo.png", "order.json"].contains(file.path) {
            #expect(digests[file.path] == Hex.encode(SHA256.hash(file.bytes)))
        }
        let signature = try #require(files.first { $0.path == "signature" }?.bytes)
        let forge = try await TestServer.shared.value.forge
        let name = UUID().uuidString
        try forge.certificates.write(signature, to: "\(name).signature")
        try forge.certificates.write(manifest, to: "\(name).manifest")
        try forge.certificates.run([
            "cms", "-verify", "-binary", "-inform", "DER", "-in", "\(name).signature", "-content",
            "\(name).manifest", "-CAfile", "root.pem", "-purpose", "any", "-out", "\(name).read",
        ])
        #expect(try forge.certificates.read("\(name).read") == manifest)
    }

    @Test func `phone, worker and merchant at the same moment create one order`()
        async throws
    {
        let scene = try await OrderScene.open()
        let orders = try await scene.paid()
        try await scene.runHandlers(for: .checkoutAuthorized, of: orders.checkout.id)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<8 {
                tasks.addTask {
                    let registered = try await orders.register()
                    #expect(registered.status < 300, "\(registered.text)")
                }
                tasks.addTask {
                    let changed = try await orders.change(#"{"orderNumber":"9"}"#)
                    #expect(changed.status == 200, "\(changed.text)")
                }
                tasks.addTask { try await scene.work() }
            }
            try await tasks.waitForAll()
        }
        let database = try await TestServer.shared.value.database
        let rows = try await database.run(
            "SELECT devices FROM passes WHERE merchant_id = \(scene.shop.merchant.number)")
        #expect(try rows.map { try $0.get("devices", as: Int32.self) } == [1])
        let waiting = try await database.run(
            "SELECT true FROM waiting_orders WHERE merchant_id = \(scene.shop.merchant.number)")
        #expect(waiting.isEmpty)
        #expect(try await orders.document().string("orderNumber") == "9")
    }

    @Test func `a refund while the order is created appears in the order`()
        async throws
    {
        let scene = try await OrderScene.open()
        let order = try await scene.paid()
        let server = try await TestServer.shared.value
        let keys = server.services.keys
        // The creation has read the payment before the refund, whose event then found no order.
        let before = try await server.database.transaction {
            try PassSubjects.all(keys).find(order.identifier, .order, TestServer.now(), $0)
        }
        let seen = try #require(before)
        let refunded = try await scene.shop.ask(
            "POST", "/v1/checkouts/\(order.checkout.id)/refunds", #"{"amount":"10.00"}"#)
        #expect(refunded.status == 201, "\(refunded.text)")
        try await scene.runHandlers(for: .refundSucceeded, of: order.checkout.id)
        let type = try #require(PassType.ID(scene.type))
        let issue = IssueOrder(
            of: order.identifier, type: type, PassSubjects(changedBy: []) { _, _, _, _ in seen },
            urls: PublicURLs("https://pay.example"), keys: keys, now: TestServer.now())
        #expect(try await server.database.transaction { try issue(in: $0) })
        try await scene.work()
        let document = try await order.document()
        #expect(document.string("payment.transactions.1.transactionType") == "refund")
    }

    @Test func `a worker creates the order of a payment whose phone never asks`() async throws {
        let scene = try await OrderScene.open()
        let order = try await scene.paid()
        #expect(try await scene.runAllHandlers(of: order.checkout.id) == ["checkout.captured"])
        let shown = try await scene.shop.ask("GET", order.own)
        #expect(shown.status == 200, "\(shown.text)")
        #expect(shown.string("orderIdentifier") == order.identifier)
        #expect(!shown.text.contains(order.token))
        let package = try await scene.shop.ask("GET", order.own + "/package")
        #expect(package.http["Content-Type"] == "application/vnd.apple.finance.order")
    }

    @Test func `a replayed payment returns the same order, whose token is not stored`()
        async throws
    {
        let scene = try await OrderScene.open()
        let checkout = try await scene.shop.checkout(OrderScene.cart)
        let key = [("Idempotency-Key", UUID().uuidString)]
        let first = try await checkout.pay(contact: OrderScene.contact, key)
        let again = try await checkout.pay(contact: OrderScene.contact, key)
        let token = try #require(first.string("orderDetails.authenticationToken"))
        #expect(again.string("orderDetails.authenticationToken") == token)
        #expect(again.http["Idempotent-Replayed"] != nil)
        let database = try await TestServer.shared.value.database
        let kept = try await database.run(
            """
            SELECT convert_from(answer, 'UTF8') AS kept FROM idempotency_keys
            WHERE merchant_id = \(scene.shop.merchant.number) AND answer IS NOT NULL
            """)
        #expect(!kept.isEmpty)
        for row in kept { #expect(try !row.get("kept", as: String.self).contains(token)) }
        let balance = try #require(
            try await scene.shop.balance(#""kind":"gift_card","amount":"50""#).string("id"))
        let other = try await scene.shop.checkout()
        let attached = try await scene.shop.ask(
            "POST", "/v1/checkouts/\(other.id)/balances", #"{"balanceId":"\#(balance)"}"#)
        #expect(attached.string("newTotal.amount") == "0.00", "\(attached.text)")
        let byBalance = try await other.ask("authorize", #"{"balance":true}"#, key)
        #expect(byBalance.string("orderDetails.orderIdentifier") == other.id, "\(byBalance.text)")
        let repeated = try await other.ask("authorize", #"{"balance":true}"#, key)
        #expect(
            repeated.string("orderDetails.authenticationToken")
                == byBalance.string("orderDetails.authenticationToken"))
        let order = try PaidOrder(scene: scene, checkout: other, paid: byBalance)
        let document = try await order.document()
        #expect(document.string("payment.total.amount") == "10.00")
        #expect(document.count("payment.transactions") == 1)
        let method = document.string("payment.transactions.0.paymentMethod.displayName")
        #expect(method?.hasPrefix("Gift card") == true)
    }

    @Test func `a payment returns an order if it succeeded and the type has a template`()
        async throws
    {
        let scene = try await OrderScene.open(nil)
        let early = try await scene.shop.checkout()
        #expect(try await early.pay()["orderDetails"] == nil)
        #expect(try await scene.put(OrderScene.document).status == 200)
        let declined = try await scene.shop.checkout()
        let answer = try await declined.pay(sandbox: #""outcome":"decline""#)
        #expect(answer["orderDetails"] == nil)
        let old = try await scene.shop.checkout(
            #""clientVersion":12,"items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]"#)
        #expect(
            try await old.pay()["orderDetails"] == nil, "Safari supports orders since version 14")
        let other = try await Shop.open().checkout()
        #expect(try await other.pay()["orderDetails"] == nil)
    }
}
