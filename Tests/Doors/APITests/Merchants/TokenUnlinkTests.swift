import Foundation
import Merchants
import Postgres
import Processors
import Subscriptions
import TestSupport
import Testing
import Vocabulary

@testable import Payments

extension TokenNoticeTests {
    /// Merchant tokens are unlinked at Apple when no further charge can use them.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct Unlinking {
        private func cancel(_ subscription: String, in scene: TokenScene) async throws {
            let reply = try await scene.shop.ask(
                "POST", "/v1/subscriptions/\(subscription)/cancel", #"{"at":"now"}"#)
            #expect(reply.status == 200, "\(reply.text)")
        }

        @Test func `a canceled subscription unlinks its token once, and Apple's event is ignored`()
            async throws
        {
            let scene = try await TokenScene.open()
            let (token, echo) = (TokenScene.name(), TokenScene.name("event"))
            let subscription = try await scene.subscribe(with: token)
            try await TokenScene.sendUnlinks()
            #expect(try await scene.asked().isEmpty, "a token in use is not unlinked")
            try await cancel(subscription, in: scene)
            #expect(try await scene.count("token_unlinks") == 1)
            try await cancel(subscription, in: scene)
            let reported = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { try await TokenScene.sendUnlinks() } }
                return try await group.reduce(0, +)
            }
            #expect(reported == 1)
            #expect(try await scene.asked() == [scene.unlinking(token)])
            #expect(try await scene.seen().first?.headers["content-type"] == "application/json")
            #expect(try await scene.count("token_unlinks") == 0)
            try await TokenScene.setTokenAnswer(echo, TokenScene.unlink(token, because: "MERCHANT"))
            _ = try await scene.call(echo)
            #expect(try await TokenScene.read() == 1)
            #expect(try await TokenScene.sendUnlinks() == 0)
            #expect(try await scene.emitted().isEmpty)
            #expect(
                try await scene.toaster.events(subscription) == [
                    "subscription.created", "subscription.canceled",
                ])
        }

        @Test func `a token of two subscriptions is unlinked when the last one ends`() async throws
        {
            let scene = try await TokenScene.open()
            let token = TokenScene.name()
            let first = try await scene.subscribe(with: token)
            let second = try await scene.subscribe(with: token)
            try await cancel(first, in: scene)
            #expect(try await scene.count("token_unlinks") == 0)
            try await scene.toaster.advance(to: "2026-01-12T10:00:01Z")
            #expect(
                try await scene.toaster.invoices(second) == ["0 paid 9.00", "1 paid 9.00"])
            try await cancel(second, in: scene)
            #expect(try await TokenScene.sendUnlinks() == 1)
            #expect(try await scene.asked() == [scene.unlinking(token)])
        }

        @Test func `two subscriptions that end at once unlink their token once`() async throws {
            for _ in 0..<4 {
                let scene = try await TokenScene.open()
                let token = TokenScene.name()
                let both = [
                    try await scene.subscribe(with: token), try await scene.subscribe(with: token),
                ]
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for subscription in both {
                        group.addTask { try await cancel(subscription, in: scene) }
                    }
                    try await group.waitForAll()
                }
                #expect(try await scene.count("token_unlinks") == 1)
            }
            #expect(try await TokenScene.sendUnlinks() == 4)
        }

        @Test func `a subscription that ends with its period unlinks its token, too`() async throws
        {
            let scene = try await TokenScene.open()
            let token = TokenScene.name()
            let subscription = try await scene.subscribe(with: token)
            let path = "/v1/subscriptions/\(subscription)/cancel"
            #expect(
                try await scene.shop.ask("POST", path, "{}").status == 200)
            #expect(try await scene.count("token_unlinks") == 0)
            try await scene.toaster.advance(to: "2026-01-12T10:00:01Z")
            #expect(try await scene.toaster.find(subscription).string("status") == "canceled")
            #expect(try await TokenScene.sendUnlinks() == 1)
            #expect(try await scene.asked() == [scene.unlinking(token)])
        }

        @Test func `a token that is saved again before the call is not unlinked`() async throws {
            let scene = try await TokenScene.open()
            let token = TokenScene.name()
            try await cancel(scene.subscribe(with: token), in: scene)
            let again = try await scene.subscribe(with: token)
            #expect(try await TokenScene.sendUnlinks() == 1)
            #expect(try await scene.asked().isEmpty)
            try await scene.toaster.advance(to: "2026-01-12T10:00:01Z")
            #expect(
                try await scene.toaster.invoices(again) == ["0 paid 9.00", "1 paid 9.00"])
            try await cancel(again, in: scene)
            #expect(try await TokenScene.sendUnlinks() == 1)
            #expect(try await scene.asked() == [scene.unlinking(token)])
        }

        @Test func `sandbox cards and merchants without an identity unlink nothing`()
            async throws
        {
            let scene = try await TokenScene.open()
            try await cancel(
                scene.toaster.subscribe(to: scene.toaster.plan()), in: scene)
            let bare = try await TokenScene.open(hasIdentity: false)
            try await cancel(bare.subscribe(with: TokenScene.name()), in: bare)
            for scene in [scene, bare] { #expect(try await scene.count("token_unlinks") == 0) }
            // The buyer or a bank has unlinked the token, so Apple knows already.
            let (token, event) = (TokenScene.name(), TokenScene.name("event"))
            let subscription = try await scene.subscribe(with: token)
            try await TokenScene.setTokenAnswer(event, TokenScene.unlink(token))
            _ = try await scene.call(event)
            #expect(try await TokenScene.read() == 1)
            try await cancel(subscription, in: scene)
            #expect(try await scene.count("token_unlinks") == 0)
        }

        /// Gives the merchant's saved cards an Apple merchant token.
        private func rename(_ scene: TokenScene, to token: String) async throws {
            try await TestServer.shared.value.database.run(
                """
                UPDATE kept_cards SET merchant_token = \(token)
                WHERE merchant_id = \(scene.shop.merchant.number)
                """)
        }

        @Test func `the token of a replaced card is unlinked`() async throws {
            let scene = try await TokenScene.open()
            let (old, new) = (TokenScene.name(), TokenScene.name())
            let subscription = try await scene.toaster.subscribe(
                to: scene.toaster.plan(), renewals: ["expired_card"])
            try await rename(scene, to: old)
            try await scene.toaster.advance(to: "2026-01-12T10:00:01Z")
            let sheet = try await scene.toaster.paymentSheet(subscription)
            #expect(try await scene.pay(sheet, with: new, 900).number("status") == 0)
            let found = try await scene.toaster.find(subscription)
            #expect(found.string("status") == "active", "\(found.text)")
            #expect(found.string("card.unlinkedAt") == nil)
            #expect(try await TokenScene.sendUnlinks() == 1)
            #expect(try await scene.asked() == [scene.unlinking(old)])
        }

        @Test func `an invoice that is open after the end is paid before the unlink`() async throws
        {
            let scene = try await TokenScene.open()
            let token = TokenScene.name()
            let toaster = scene.toaster
            let subscription = try await toaster.subscribe(to: toaster.plan(Toaster.variable))
            try await rename(scene, to: token)
            let path = "/v1/subscriptions/\(subscription)"
            #expect(try await scene.shop.ask("POST", path + "/pause").status == 200)
            let invoice = try await toaster.invoiceIDs(subscription)[0]
            #expect(
                try await scene.shop.ask(
                    "POST", "/v1/invoices/\(invoice)/finalize", #"{"amount":"5.00"}"#
                ).status == 200)
            let canceled = try await scene.shop.ask("POST", path + "/cancel", "{}")
            #expect(canceled.string("status") == "canceled")
            #expect(try await toaster.invoices(subscription) == ["0 open 5.00"])
            #expect(try await scene.count("token_unlinks") == 0)
            try await toaster.advance(to: "2026-01-05T10:00:01Z")
            #expect(try await toaster.invoices(subscription) == ["0 paid 5.00"])
            #expect(try await TokenScene.sendUnlinks() == 1)
            #expect(try await scene.asked() == [scene.unlinking(token)])
        }

        @Test func `erasing a buyer unlinks their tokens`() async throws {
            let scene = try await TokenScene.open()
            let token = TokenScene.name()
            let subscription = try await scene.subscribe(with: token)
            let customer = try await scene.toaster.find(subscription).string("customer") ?? ""
            #expect(try await scene.shop.ask("DELETE", "/v1/customers/\(customer)").status == 204)
            #expect(try await TokenScene.sendUnlinks() == 1)
            #expect(try await scene.asked() == [scene.unlinking(token)])
        }

        @Test(.enabled(if: LocalStripe.isThere, LocalStripe.isAway))
        func `erasing a buyer removes their token from the record of Stripe charges`() async throws
        {
            let scene = try await TokenScene.open(processor: .stripe)
            #expect(try await scene.shop.connect("sk_test_toastandjamshop").status == 200)
            let token = TokenScene.name()
            let subscription = try await scene.subscribe(with: token)
            let kept = { () async throws -> Int in
                try await TestServer.shared.value.database.run(
                    "SELECT true FROM stripe_charges WHERE merchant_token = \(token)"
                ).count
            }
            #expect(try await kept() == 1)
            let customer = try await scene.toaster.find(subscription).string("customer") ?? ""
            #expect(try await scene.shop.ask("DELETE", "/v1/customers/\(customer)").status == 204)
            #expect(try await kept() == 0)
            #expect(try await TokenScene.sendUnlinks() == 1)
        }

        /// Buys a room with a deferred payment and a merchant token, and returns the later payment.
        private func room(_ scene: TokenScene, with token: String) async throws -> String {
            let sheet = try await scene.shop.checkout(
                """
                "lineItems":[{"label":"Room","amount":"0.00"}],
                "deferredPaymentRequest":{"paymentDescription":"Room",
                    "managementURL":"https://shop.example/a",
                    "deferredBilling":{"label":"Room","amount":"80.00",
                        "deferredPaymentDate":"2099-03-01T12:00:00Z"}}
                """)
            #expect(try await sheet.pay().number("status") == 0)
            try await rename(scene, to: token)
            let found = try await scene.shop.ask("GET", "/v1/later-payments?checkout=\(sheet.id)")
            return found.string("data.0.id") ?? ""
        }

        @Test func `a later payment whose card was unlinked fails without a charge`()
            async throws
        {
            let scene = try await TokenScene.open()
            let (token, event) = (TokenScene.name(), TokenScene.name("event"))
            let payment = try await room(scene, with: token)
            try await TokenScene.setTokenAnswer(event, TokenScene.unlink(token))
            _ = try await scene.call(event)
            #expect(try await TokenScene.read() == 1)
            // The payment's date has come.
            try await TestServer.shared.value.database.run(
                """
                UPDATE later_payments SET due_at = now() - interval '1 second'
                WHERE merchant_id = \(scene.shop.merchant.number)
                """)
            _ = try await Toaster.later()(.realTime, at: TestServer.now(), limit: 1_000)
            let found = try await scene.shop.ask("GET", "/v1/later-payments/\(payment)")
            #expect(found.string("status") == "failed" && found.string("decline") == "unlinked")
            #expect(try await scene.count("sandbox.charges") == 1)
            #expect(try await scene.count("token_unlinks") == 0)
        }

        @Test func `a canceled later payment unlinks its token`() async throws {
            let scene = try await TokenScene.open()
            let token = TokenScene.name()
            let payment = try await room(scene, with: token)
            // The same buyer subscribes and cancels.
            try await cancel(scene.subscribe(with: token), in: scene)
            #expect(try await scene.count("token_unlinks") == 0)
            let canceled = try await scene.shop.ask(
                "POST", "/v1/later-payments/\(payment)/cancel",
                #"{"afterFreeCancellation":true}"#)
            #expect(canceled.status == 200, "\(canceled.text)")
            #expect(try await TokenScene.sendUnlinks() == 1)
            #expect(try await scene.asked() == [scene.unlinking(token)])
        }

        @Test func `a paid checkout whose subscription has not started keeps its token`()
            async throws
        {
            let scene = try await TokenScene.open()
            let token = TokenScene.name()
            let (first, second) = (
                try await scene.subscribe(with: token), try await scene.subscribe(with: token)
            )
            let merchant = scene.shop.merchant.number
            try await cancel(first, in: scene)
            // The state between the bank's answer and the start of the subscription.
            try await TestServer.shared.value.database.run(
                "UPDATE enrolments SET look_at = now() WHERE merchant_id = \(merchant)")
            try await cancel(second, in: scene)
            #expect(try await scene.count("token_unlinks") == 0)
        }

        @Test func `an unlink is retried for seven days while the gateway is down`() async throws {
            let scene = try await TokenScene.open()
            let token = TokenScene.name()
            try await cancel(scene.subscribe(with: token), in: scene)
            #expect(try await TokenScene.sendUnlinks(isUp: false) == 0)
            #expect(try await TokenScene.sendUnlinks() == 0)
            #expect(try await TokenScene.sendUnlinks(after: 16) == 1)
            #expect(try await scene.asked() == [scene.unlinking(token)])

            try await cancel(scene.subscribe(with: TokenScene.name()), in: scene)
            let merchant = scene.shop.merchant.number
            try await TestServer.shared.value.database.run(
                """
                UPDATE token_unlinks SET asked_at = asked_at - interval '7 days'
                WHERE merchant_id = \(merchant)
                """)
            #expect(try await TokenScene.sendUnlinks(isUp: false) == 1)
            #expect(try await scene.count("token_unlinks") == 0)
            #expect(
                TokenScene.abandoned.all.filter { $0.merchant == merchant } == [
                    AppleTokenService.AbandonedTask(
                        kind: .unlink, merchant: merchant, unavailability: .unreachable)
                ])
        }
    }
}
