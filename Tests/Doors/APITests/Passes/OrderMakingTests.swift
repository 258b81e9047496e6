import API
import Merchants
import Outbox
import Postgres
import TestSupport
import Testing
import Vocabulary

/// Every payment gets an order in Wallet, even if no phone and no merchant asks for it.
@Suite(.timeLimit(.minutes(5))) struct OrderMakingTests {
    /// A way in which a checkout is paid, with the events that it emits.
    enum Paying: CaseIterable {
        case held, byBalance, heldFromBalance, together, lately

        var events: [String] {
            switch self {
            case .held, .heldFromBalance: ["checkout.authorized"]
            case .byBalance, .together: ["checkout.captured"]
            case .lately: ["checkout.late_success"]
            }
        }

        var isHeld: Bool { self == .held || self == .heldFromBalance }

        func callAsFunction(in shop: Shop) async throws -> OpenedCheckout {
            let method = isHeld ? "manual" : "automatic"
            let checkout = try await shop.checkout(
                #""captureMethod":"\#(method)","items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]"#
            )
            switch self {
            case .held: #expect(try await checkout.pay().number("status") == 0)
            case .byBalance, .heldFromBalance:
                try await attach("50", checkout)
                let paid = try await checkout.ask("authorize", #"{"balance":true}"#)
                #expect(paid.number("status") == 0, "\(paid.text)")
            case .together:
                try await attach("4", checkout)
                #expect(try await checkout.pay().number("status") == 0)
            case .lately:
                let unknown = try await checkout.pay(sandbox: #""outcome":"unknown""#)
                #expect(unknown.number("status") == 1)
                try await LastAttemptTests().finish(
                    checkout, with: LastAttemptTests.End.lateSuccess.answer)
            }
            return checkout
        }

        private func attach(_ amount: String, _ checkout: OpenedCheckout) async throws {
            let balance = try await checkout.shop.balance(
                #""kind":"gift_card","amount":"\#(amount)""#)
            let id = try #require(balance.string("id"))
            let attached = try await checkout.shop.ask(
                "POST", "/v1/checkouts/\(checkout.id)/balances", #"{"balanceId":"\#(id)"}"#)
            #expect(attached.status == 200, "\(attached.text)")
        }
    }

    @Test(arguments: Paying.allCases)
    func `a worker creates the order of every kind of payment, and a capture adds none`(
        paying: Paying
    ) async throws {
        let scene = try await OrderScene.open(settings: #"{"lateSuccess":"keep"}"#)
        let checkout = try await paying(in: scene.shop)
        #expect(try await scene.runAllHandlers(of: checkout.id) == paying.events)
        let path = "/v1/checkouts/\(checkout.id)/order"
        let shown = try await scene.shop.ask("GET", path)
        #expect(shown.status == 200, "\(shown.text)")
        guard paying.isHeld else { return }
        let captured = try await scene.shop.ask(
            "POST", "/v1/checkouts/\(checkout.id)/capture", #"{"amount":"10.00"}"#)
        #expect(200...201 ~= captured.status, "\(captured.text)")
        try await scene.runHandlers(for: .checkoutCaptured, of: checkout.id)
        let database = try await TestServer.shared.value.database
        let waiting = try await database.run(
            "SELECT true FROM waiting_orders WHERE merchant_id = \(scene.shop.merchant.number)")
        #expect(waiting.isEmpty, "the order exists already")
        try await scene.work()
        let package = try await scene.shop.ask("GET", path + "/package")
        #expect(package.status == 200)
        let order = try Reply(PaidOrder.document(of: package))
        #expect(order.string("payment.status") == "paid", "the order has the state of the capture")
        let rows = try await database.run(
            "SELECT true FROM passes WHERE merchant_id = \(scene.shop.merchant.number)")
        #expect(rows.count == 1)
    }

    @Test func `a merchant's first read creates the order of a payment`() async throws {
        let shown = try await OrderScene.open().paid()
        let order = try await shown.scene.shop.ask("GET", shown.own)
        #expect(order.status == 200, "\(order.text)")
        #expect(order.string("orderIdentifier") == shown.identifier)
        let fetched = try await OrderScene.open().paid()
        let package = try await fetched.scene.shop.ask("GET", fetched.own + "/package")
        #expect(package.status == 200, "\(package.text)")
        #expect(package.http["Content-Type"] == "application/vnd.apple.finance.order")
    }

    @Test func `an unpaid checkout has no order`() async throws {
        let scene = try await OrderScene.open()
        let checkout = try await scene.shop.checkout(OrderScene.cart)
        for path in ["order", "order/package"] {
            let reply = try await scene.shop.ask("GET", "/v1/checkouts/\(checkout.id)/\(path)")
            #expect(reply.status == 404 && reply.string("code") == "not_found", "\(reply.text)")
        }
    }
}
