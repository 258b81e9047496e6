import API
import Merchants
import Outbox
import Postgres
import TestSupport
import Testing
import Vocabulary

/// Each payment has its order, whoever asks for it or nobody.
@Suite(.timeLimit(.minutes(5))) struct OrderMakingTests {
    /// How a checkout is paid → what is told of it.
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
    func `however a checkout is paid, a worker makes its order, and a capture makes no other`(
        paying: Paying
    ) async throws {
        let scene = try await OrderScene.open(settings: #"{"lateSuccess":"keep"}"#)
        let checkout = try await paying(in: scene.shop)
        #expect(try await scene.reactToAll(of: checkout.id) == paying.events)
        let path = "/v1/checkouts/\(checkout.id)/order"
        let shown = try await scene.shop.ask("GET", path)
        #expect(shown.status == 200, "\(shown.text)")
        guard paying.isHeld else { return }
        let captured = try await scene.shop.ask(
            "POST", "/v1/checkouts/\(checkout.id)/capture", #"{"amount":"10.00"}"#)
        #expect(200...201 ~= captured.status, "\(captured.text)")
        try await scene.react(to: .checkoutCaptured, of: checkout.id)
        let database = try await TestServer.shared.value.database
        let waiting = try await database.run(
            "SELECT true FROM waiting_orders WHERE merchant_id = \(scene.shop.merchant.number)")
        #expect(waiting.isEmpty, "it is there already")
        try await scene.work()
        let package = try await scene.shop.ask("GET", path + "/package")
        #expect(package.status == 200)
        let order = try Reply(PaidOrder.document(of: package))
        #expect(order.string("payment.status") == "paid", "it follows the capture")
        let rows = try await database.run(
            "SELECT true FROM passes WHERE merchant_id = \(scene.shop.merchant.number)")
        #expect(rows.count == 1)
    }
}
