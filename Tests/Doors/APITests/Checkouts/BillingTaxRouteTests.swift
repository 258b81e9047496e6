import Testing

/// Digital goods are taxed at the billing address from Apple's payment sheet.
@Suite struct BillingTaxRouteTests {
    private static let settings = #"""
        {"taxRates":[{"label":"Sales tax","countryCode":"US","region":"US-CA","percent":"10"}],
         "allowedShippingCountries":["FR"]}
        """#

    private static let members = #"""
        "requiredBillingContactFields":["postalAddress"],
        "items":[{"name":"Song","unitPrice":"50.00","requiresShipping":false}]
        """#

    private static let redacted = #"""
        {"paymentMethod":{"type":"debit","displayName":"Visa 1234","billingContact":
         {"locality":"Cupertino","administrativeArea":"CA","postalCode":"95014","countryCode":"US",
          "familyName":"","givenName":""}}}
        """#

    private static let full = #"""
        {"locality":"Cupertino","administrativeArea":"CA","postalCode":"95014","countryCode":"US",
         "addressLines":["1 Infinite Loop"],"givenName":"A","familyName":"B"}
        """#

    @Test func `choosing a card adds the tax of its billing address`() async throws {
        let checkout = try await Shop.open(settings: Self.settings).checkout(Self.members)
        #expect(checkout.reply.string("total") == "50.00")
        let update = try await checkout.ask("payment-method", Self.redacted)
        #expect(update.string("newTotal.amount") == "55.00")
        #expect(update.string("newLineItems.1.label") == "Sales tax")
        let paid = try await checkout.pay(
            contact: Self.full, version: update.number("checkout.version"))
        #expect(paid.number("status") == 0)
        let state = try await checkout.state()
        #expect(state.string("breakdown.tax") == "5.00")
        #expect(state.string("capturedAmount") == "55.00")
    }

    @Test func `a billing address that comes with the payment is taxed after one correction`()
        async throws
    {
        let checkout = try await Shop.open(settings: Self.settings).checkout(Self.members)
        let refused = try await checkout.pay(contact: Self.full, version: 1)
        #expect(refused.number("status") == 1)
        #expect(refused.string("errors.0.code") == "billingContactInvalid")
        #expect(refused.string("errors.0.contactField") == "postalCode")
        #expect(refused.string("errors.0.messageCode") == "price.changed")
        let update = try await checkout.ask(
            "payment-method", #"{"paymentMethod":{"type":"debit"}}"#)
        #expect(update.string("newTotal.amount") == "55.00")
        let paid = try await checkout.pay(
            contact: Self.full, version: update.number("checkout.version"))
        #expect(paid.number("status") == 0)
        #expect(try await checkout.state().string("breakdown.tax") == "5.00")
    }

    @Test func `a billing address known in advance is taxed from the start`() async throws {
        let checkout = try await Shop.open(settings: Self.settings).checkout(
            Self.members + #","billingContact":\#(Self.full)"#)
        #expect(checkout.reply.string("total") == "55.00")
    }

    @Test(arguments: [
        (#""locality":"Cupertino","administrativeArea":"CA","postalCode":"9""#, "postalCode"),
        (#""administrativeArea":"CA","postalCode":"95014""#, "locality"),
    ])
    func `a pickup needs a store's address that the buyer can pay with`(
        members: String, field: String
    ) async throws {
        let refused = try await Shop.open().ask(
            "POST", "/v1/checkouts",
            #"""
            {"countryCode":"US","currencyCode":"USD","items":[{"name":"A","unitPrice":"1.00"}],
             "shippingType":"storePickup","shippingContact":
             {"addressLines":["1 Main St"],"countryCode":"US",\#(members)}}
            """#)
        #expect(refused.status == 400)
        #expect(refused.string("errors.0.pointer") == "/shippingContact/\(field)")
    }

    @Test(arguments: [("CA", "OR", "110.00"), ("OR", "CA", "100.00")])
    func `captures of a pickup are priced at its store`(
        state: String, other: String, total: String
    ) async throws {
        let shop = try await Shop.open(
            settings:
                #"{"taxRates":[{"label":"Sales tax","countryCode":"US","region":"US-CA","percent":"10"}],"excludedRegions":["US-CA","US-OR"]}"#
        )
        func contact(_ state: String) -> String {
            let (city, code) = state == "CA" ? ("Cupertino", "95014") : ("Portland", "97201")
            return #"""
                {"addressLines":["1 Main St"],"locality":"\#(city)","administrativeArea":"\#(state)",
                 "postalCode":"\#(code)","countryCode":"US","givenName":"A","familyName":"B"}
                """#
        }
        let checkout = try await shop.checkout(
            #"""
            "items":[{"name":"A","unitPrice":"60.00"},{"name":"B","unitPrice":"40.00"}],
            "captureMethod":"manual","shippingType":"storePickup","shippingContact":\#(contact(state))
            """#)
        #expect(checkout.reply.string("total") == total)
        #expect(try await checkout.pay(contact: contact(other)).number("status") == 0)
        let found = try await checkout.state()
        #expect(found.string("breakdown.tax") == (state == "CA" ? "10.00" : "0.00"))
        for item in 0...1 {
            let captured = try await shop.ask(
                "POST", "/v1/checkouts/\(checkout.id)/capture",
                #"{"items":[{"index":\#(item),"quantity":1}]}"#)
            #expect(captured.status == 201, "\(captured.text)")
        }
        #expect(try await checkout.state().string("capturedAmount") == total)
    }

    /// The payment sheet shows the store's address read-only, so the buyer sends no other contact.
    @Test func `a pickup is taxed at its store, not at the contact that the page sends`()
        async throws
    {
        let shop = try await Shop.open(
            settings:
                #"{"taxRates":[{"label":"Sales tax","countryCode":"US","region":"US-CA","percent":"10"}]}"#
        )
        let checkout = try await shop.checkout(
            #"""
            "items":[{"name":"T","unitPrice":"100.00"}],"shippingType":"storePickup",
            "shippingContact":\#(Self.full)
            """#)
        #expect(checkout.reply.string("total") == "110.00")
        let portland = #"""
            {"addressLines":["1 Main St"],"locality":"Portland","administrativeArea":"OR",
             "postalCode":"97201","countryCode":"US","givenName":"A","familyName":"B"}
            """#
        let update = try await checkout.ask(
            "shipping-contact", #"{"shippingContact":\#(portland)}"#)
        #expect(update.string("newTotal.amount") == "110.00")
        let paid = try await checkout.pay(
            contact: portland, version: update.number("checkout.version"))
        #expect(paid.number("status") == 0)
        #expect(try await checkout.state().string("capturedAmount") == "110.00")
    }
}
