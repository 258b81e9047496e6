import Foundation
import TestSupport
import Testing

/// The orders in Wallet of payments by balances alone.
@Suite struct BalanceOrderTests {
    /// After a declined card, balances pay under the checkout's lock instead of in a batch.
    @Test(arguments: [true, false])
    func `a payment by balance after a declined card returns its order`(hasKey: Bool) async throws {
        let scene = try await OrderScene.open()
        let balance = try #require(
            try await scene.shop.balance(#""kind":"gift_card","amount":"50""#).string("id"))
        let checkout = try await scene.shop.checkout()
        let declined = try await checkout.pay(sandbox: #""outcome":"decline""#)
        #expect(declined["orderDetails"] == nil)
        _ = try await scene.shop.ask(
            "POST", "/v1/checkouts/\(checkout.id)/balances", #"{"balanceId":"\#(balance)"}"#)
        let key = hasKey ? [("Idempotency-Key", UUID().uuidString)] : []
        let paid = try await checkout.ask("authorize", #"{"balance":true}"#, key)
        #expect(paid["status"] as? Int == 0, "\(paid.text)")
        #expect(paid.string("orderDetails.orderIdentifier") == checkout.id, "\(paid.text)")
        #expect(paid.http["Idempotent-Replayed"] == nil)
    }
}
