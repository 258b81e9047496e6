import Testing

/// The merchant stops delivering to an address that an open checkout has already priced.
@Suite struct NoLongerServedTests {
    private static func zone(_ country: String, _ amount: String, from: String = "0") -> String {
        """
        {"name":"\(country)","currencyCode":"USD","areas":[{"countryCode":"\(country)"}],
         "methods":[{"identifier":"post","label":"Post","prices":[{"from":"\(from)","amount":"\(amount)"}]}]}
        """
    }

    private static let members = #"""
        "supportsCouponCode":true,"requiredShippingContactFields":["postalAddress","name"],
        "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
        """#

    private static func contact(_ country: String, _ postalCode: String) -> String {
        #"{"shippingContact":{"countryCode":"\#(country)","postalCode":"\#(postalCode)"}}"#
    }

    /// A checkout that shows 15.00 for the United States, where the merchant then stops delivering.
    private func stranded() async throws -> OpenedCheckout {
        let shop = try await Shop.open(
            settings: "{\"shippingZones\":[\(Self.zone("US", "5.00"))]}")
        let checkout = try await shop.checkout(Self.members)
        let shown = try await checkout.ask("shipping-contact", Self.contact("US", "10001"))
        #expect(shown.string("newTotal.amount") == "15.00")
        let changed = try await shop.ask(
            "PATCH", "/v1/merchant", "{\"shippingZones\":[\(Self.zone("GB", "9.00"))]}")
        #expect(changed.status == 200)
        return checkout
    }

    @Test(arguments: [
        ("payment-method", #"{"paymentMethod":{"type":"debit"}}"#),
        ("coupon-code", #"{"couponCode":""}"#),
        ("shipping-contact", contact("US", "94103")),
    ])
    func `an update for an address that is no longer served reports the last total`(
        path: String, body: String
    ) async throws {
        let checkout = try await stranded()
        let update = try await checkout.ask(path, body)
        #expect(update.status == 200)
        #expect(update.string("errors.0.code") == "addressUnserviceable")
        #expect(update.string("newTotal.amount") == "15.00")
        #expect(update.count("newLineItems") == 2)
        #expect(update.string("newShippingMethods.0.identifier") == "post")
        #expect(update.number("checkout.version") == 2, "the version of the checkout stays")
    }

    @Test func `a shipping method update reports that the address is no longer served`()
        async throws
    {
        let update = try await stranded().ask(
            "shipping-method", #"{"shippingMethod":{"identifier":"post"}}"#)
        #expect(update.status == 200)
        #expect(update["errors"] == nil)
        #expect(update.string("newTotal.amount") == "15.00")
        #expect(update.string("checkout.errors.0.code") == "addressUnserviceable")
    }

    @Test func `a buyer whose address is no longer served can pay with another address`()
        async throws
    {
        let checkout = try await stranded()
        let refused = try await checkout.pay(contact: PayTests.ada, version: 2)
        #expect(refused.number("status") == 1)
        #expect(refused.string("errors.0.code") == "addressUnserviceable")
        let moved = try await checkout.ask("shipping-contact", Self.contact("GB", "WC2H "))
        #expect(moved.count("errors") == 0)
        #expect(moved.string("newTotal.amount") == "19.00")
        let paid = try await checkout.pay(
            contact: #"""
                {"givenName":"A","familyName":"B","addressLines":["1 Row"],"locality":"London",
                 "postalCode":"WC2H 8LG","countryCode":"GB"}
                """#, version: 3)
        #expect(paid.number("status") == 0)
        #expect(try await checkout.state().string("capturedAmount") == "19.00")
    }

    @Test func `a coupon that leaves too little for any delivery is refused`() async throws {
        let shop = try await Shop.open(
            settings: "{\"shippingZones\":[\(Self.zone("US", "5.00", from: "8"))]}")
        _ = try await shop.ask("POST", "/v1/coupons", #"{"code":"HALF","percentOff":"50"}"#)
        let checkout = try await shop.checkout(Self.members)
        _ = try await checkout.ask("shipping-contact", Self.contact("US", "10001"))
        let refused = try await checkout.ask("coupon-code", #"{"couponCode":"HALF"}"#)
        #expect(refused.status == 200)
        #expect(refused.string("errors.0.code") == "couponCodeInvalid")
        #expect(refused.string("newTotal.amount") == "15.00")
        #expect(refused["checkout.couponCode"] == nil)
    }
}
