import Testing

/// When a payment's full address costs more than the redacted one, every later sheet update shows
/// that price (docs/rules/money.md#6).
@Suite struct PinnedPriceTests {
    private static let settings = #"""
        {"shippingZones":[
         {"name":"N1 9","currencyCode":"GBP",
          "areas":[{"countryCode":"GB","postalCodes":[{"prefix":"N1 9"}]}],
          "methods":[{"identifier":"van","label":"V","prices":[{"amount":"20.00"}]}]},
         {"name":"GB","currencyCode":"GBP","areas":[{"countryCode":"GB"}],
          "methods":[{"identifier":"post","label":"P","prices":[{"amount":"4.00"}]}]}]}
        """#

    private static let members = #"""
        "requiredShippingContactFields":["postalAddress","name"],"supportsCouponCode":true,
        "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
        """#

    private static let redacted =
        #"{"shippingContact":{"countryCode":"GB","locality":"London","postalCode":"N1 "}}"#

    private static let full = #"""
        {"givenName":"A","familyName":"B","addressLines":["1 Row"],"locality":"London",
         "postalCode":"N1 9GU","countryCode":"GB"}
        """#

    static let updates = [
        ("shipping-contact", redacted),
        ("shipping-method", #"{"shippingMethod":{"identifier":"van"}}"#),
        ("payment-method", #"{"paymentMethod":{"type":"debit"}}"#),
        ("coupon-code", #"{"couponCode":""}"#),
        ("coupon-code", #"{"couponCode":"NOSUCH"}"#),
    ]

    @Test(arguments: updates)
    func `every sheet update after a refused payment shows the price of the full address`(
        path: String, body: String
    )
        async throws
    {
        let shop = try await Shop.open(settings: Self.settings)
        let checkout = try await shop.checkout(Self.members, currency: "GBP")
        let cheap = try await checkout.ask("shipping-contact", Self.redacted)
        #expect(cheap.string("newTotal.amount") == "14.00")
        let version = try #require(cheap.number("checkout.version"))
        let refused = try await checkout.pay(contact: Self.full, version: version)
        #expect(refused.string("errors.0.messageCode") == "price.changed")
        #expect(refused.number("checkout.version") == version, "the version that the sheet shows")

        let update = try await checkout.ask(path, body)
        #expect(update.string("newTotal.amount") == "30.00")
        #expect(update.string("checkout.shippingMethod") == "van")
        #expect(update.number("checkout.version") == version + 1)
        let again = try await checkout.ask("shipping-contact", Self.redacted)
        #expect(again.number("checkout.version") == version + 1)
        let paid = try await checkout.pay(contact: Self.full, version: version + 1)
        #expect(paid.number("status") == 0)
        #expect(try await checkout.state().string("capturedAmount") == "30.00")
    }

    @Test func `a pinned address does not change the prices of other addresses`() async throws {
        let shop = try await Shop.open(settings: Self.settings)
        let checkout = try await shop.checkout(Self.members, currency: "GBP")
        _ = try await checkout.ask("shipping-contact", Self.redacted)
        _ = try await checkout.pay(contact: Self.full)
        let elsewhere = try await checkout.ask(
            "shipping-contact",
            #"{"shippingContact":{"countryCode":"GB","locality":"Leeds","postalCode":"LS1 "}}"#)
        #expect(elsewhere.string("newTotal.amount") == "14.00")
        let update = try await checkout.ask(
            "payment-method", #"{"paymentMethod":{"type":"debit"}}"#)
        #expect(update.string("newTotal.amount") == "14.00")
    }
}
