import Testing

/// A coupon becomes invalid while an open payment sheet shows its discount (docs/rules/money.md#5).
@Suite struct DroppedCouponTests {
    private static let cart = #"""
        "supportsCouponCode":true,"couponCode":"SAVE",
        "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
        """#

    /// A merchant, its 10 % coupon, and a checkout that uses it.
    private func opened(_ limits: String = "", _ members: String = "") async throws -> (
        shop: Shop, coupon: String, checkout: OpenedCheckout
    ) {
        let shop = try await Shop.open()
        let coupon = try await shop.ask(
            "POST", "/v1/coupons", "{\"code\":\"SAVE\",\"percentOff\":\"10\"\(limits)}")
        let checkout = try await shop.checkout(members + Self.cart)
        #expect(checkout.reply.string("total") == "9.00")
        return (shop, "/v1/coupons/" + (try #require(coupon.string("id"))), checkout)
    }

    /// The reason that the coupon becomes invalid, and the message that the buyer gets.
    enum Fate: CaseIterable {
        case archived, over, usedUp, forLargerOrders

        var message: String {
            switch self {
            case .archived: "coupon.unknown"
            case .over: "coupon.expired"
            case .usedUp: "coupon.exhausted"
            case .forLargerOrders: "coupon.belowMinimum"
            }
        }

        func befall(_ coupon: String, of shop: Shop) async throws {
            let reply =
                switch self {
                case .archived: try await shop.ask("DELETE", coupon)
                case .over:
                    try await shop.ask("PATCH", coupon, #"{"endsAt":"2020-01-01T00:00:00Z"}"#)
                case .forLargerOrders:
                    try await shop.ask("PATCH", coupon, #"{"minimum":"50","currencyCode":"USD"}"#)
                case .usedUp:
                    try await shop.ask("PATCH", coupon, #"{"redemptionsMax":1}"#)
                }
            guard reply.status < 300 else { throw Unexpected(reply: reply) }
            guard self == .usedUp else { return }
            let other = try await shop.checkout(DroppedCouponTests.cart).pay()
            guard other.number("status") == 0 else { throw Unexpected(reply: other) }
        }
    }

    static let sheetEvents = [
        ("shipping-contact", #"{"shippingContact":{"countryCode":"US","postalCode":"10001"}}"#),
        ("shipping-method", #"{"shippingMethod":{"identifier":"any"}}"#),
        ("payment-method", #"{"paymentMethod":{"type":"debit"}}"#),
    ]

    @Test(arguments: Fate.allCases, sheetEvents)
    func `a dropped coupon shows the full price and the reason at the next update`(
        fate: Fate, event: (path: String, body: String)
    ) async throws {
        let (shop, coupon, checkout) = try await opened()
        try await fate.befall(coupon, of: shop)
        let update = try await checkout.ask(event.path, event.body)
        #expect(update.status == 200)
        #expect(update.string("newTotal.amount") == "10.00")
        #expect(update.count("errors") == 0, "the sheet gets no error")
        #expect(update.number("checkout.version") == 2)
        #expect(update["checkout.couponCode"] == nil)
        #expect(update.string("checkout.droppedCoupon.couponCode") == "SAVE")
        #expect(update.string("checkout.droppedCoupon.messageCode") == fate.message)
        #expect(update.string("checkout.droppedCoupon.message")?.isEmpty == false)
        let again = try await checkout.ask(event.path, event.body)
        #expect(again.string("newTotal.amount") == "10.00")
        #expect(again["checkout.droppedCoupon"] == nil, "the coupon is reported once")
        #expect(try await checkout.pay(version: 2).number("status") == 0)
        #expect(try await checkout.state().string("capturedAmount") == "10.00")
        let timeline = try await shop.ask("GET", "/v1/checkouts/\(checkout.id)/timeline")
        #expect(
            timeline.string("data.0.errors.0.code")
                == (fate == .over || fate == .usedUp ? "couponCodeExpired" : "couponCodeInvalid"))
    }

    @Test(arguments: Fate.allCases)
    func `a payment is refused until the sheet shows the true price, then succeeds`(
        fate: Fate
    ) async throws {
        let (shop, coupon, checkout) = try await opened()
        try await fate.befall(coupon, of: shop)
        let charged = try await TestServer.shared.value.charges(of: shop.merchant)
        for _ in 1...2 {
            let refused = try await checkout.pay(version: 1)
            #expect(refused.number("status") == 1)
            #expect(refused.string("errors.0.messageCode") == fate.message)
            #expect(refused.number("checkout.version") == 1, "the version that the sheet shows")
        }
        #expect(try await TestServer.shared.value.charges(of: shop.merchant) == charged)
        let update = try await checkout.ask(
            "payment-method", #"{"paymentMethod":{"type":"debit"}}"#)
        #expect(update.string("newTotal.amount") == "10.00")
        #expect(try await checkout.pay(version: 1).string("code") == "version_mismatch")
        #expect(try await checkout.pay(version: 2).number("status") == 0)
        #expect(try await checkout.state().string("capturedAmount") == "10.00")
    }

    @Test func `a coupon its buyer has already used is dropped at the next update`()
        async throws
    {
        let email = #""requiredShippingContactFields":["email"],"#
        let (shop, _, first) = try await opened(#","redemptionsPerBuyerMax":1"#, email)
        let second = try await shop.checkout(email + Self.cart)
        let corrected = try await shop.checkout(email + Self.cart)
        #expect(try await first.pay(contact: PayTests.ada).number("status") == 0)
        for checkout in [second, corrected] {
            let refused = try await checkout.pay(contact: PayTests.ada, version: 1)
            #expect(refused.string("errors.0.messageCode") == "coupon.alreadyUsed")
        }
        let update = try await second.ask(
            "payment-method", #"{"paymentMethod":{"type":"debit"}}"#)
        #expect(update.string("newTotal.amount") == "10.00")
        #expect(update.string("checkout.droppedCoupon.messageCode") == "coupon.alreadyUsed")
        let paid = try await second.pay(contact: PayTests.ada, version: 2)
        #expect(paid.number("status") == 0)
        #expect(try await second.state().string("capturedAmount") == "10.00")
        // For another email address the coupon was valid all along, and the sheet still shows the
        // discount.
        let bob = try await corrected.pay(
            contact: #"{"emailAddress":"bob@example.com"}"#, version: 1)
        #expect(bob.number("status") == 0)
        #expect(try await corrected.state().string("capturedAmount") == "9.00")
    }

    @Test func `a new code replaces an invalid coupon, a wrong code leaves the full price`()
        async throws
    {
        let (shop, coupon, checkout) = try await opened()
        try await Fate.archived.befall(coupon, of: shop)
        let wrong = try await checkout.ask("coupon-code", #"{"couponCode":"NOSUCH"}"#)
        #expect(wrong.string("errors.0.messageCode") == "coupon.unknown")
        #expect(wrong.string("newTotal.amount") == "10.00")
        #expect(wrong.string("checkout.droppedCoupon.couponCode") == "SAVE")
        _ = try await shop.ask("POST", "/v1/coupons", #"{"code":"HALF","percentOff":"50"}"#)
        let half = try await checkout.ask("coupon-code", #"{"couponCode":"half"}"#)
        #expect(half.string("newTotal.amount") == "5.00")
        #expect(half["checkout.droppedCoupon"] == nil)
    }

    @Test func `changed terms keep the shown discount while the coupon stays valid`()
        async throws
    {
        let (shop, coupon, checkout) = try await opened()
        _ = try await shop.ask("PATCH", coupon, #"{"label":"Other","redemptionsMax":5}"#)
        let update = try await checkout.ask(
            "payment-method", #"{"paymentMethod":{"type":"debit"}}"#)
        #expect(update.string("newTotal.amount") == "9.00")
        #expect(update.number("checkout.version") == 1)
        #expect(try await checkout.pay(version: 1).number("status") == 0)
    }
}
