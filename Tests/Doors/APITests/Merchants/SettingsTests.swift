import Merchants
import Postgres
import TestSupport
import Testing

/// Settings that another server changes while payment sheets are open, and domains.
@Suite struct SettingsTests {
    private static func zone(_ amount: String) -> String {
        """
        {"shippingZones":[{"name":"US","currencyCode":"USD","areas":[{"countryCode":"US"}],
         "methods":[{"identifier":"std","label":"S","prices":[{"amount":"\(amount)"}]}]}]}
        """
    }

    private static let newYork = #"{"shippingContact":{"countryCode":"US","postalCode":"10001"}}"#
    private static let cart = #"""
        "requiredShippingContactFields":["postalAddress"],
        "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
        """#

    /// Changes settings as another server does, without notifying this one.
    private static func changeElsewhere(_ shop: Shop, _ settings: String) async throws {
        let change = ChangeSettings(merchant: shop.merchant.number, now: TestServer.now()) { old in
            var new = old
            new.settings = try MerchantSettings(stored: Array(settings.utf8))
            return new
        }
        let database = try await TestServer.shared.value.database
        _ = try await database.transaction { try change(in: $0) }
    }

    @Test func `a price always follows settings that another server has changed`()
        async throws
    {
        let shop = try await Shop.open(settings: Self.zone("5.00"))
        let checkout = try await shop.checkout(Self.cart)
        let before = try await checkout.ask("shipping-contact", Self.newYork)
        #expect(before.string("newTotal.amount") == "15.00")
        try await Self.changeElsewhere(shop, Self.zone("7.00"))
        let after = try await checkout.ask("shipping-contact", Self.newYork)
        #expect(after.string("newTotal.amount") == "17.00")
        #expect(after.number("checkout.version") == 3)
    }

    @Test func `a price raised by new settings is shown before it is charged`()
        async throws
    {
        let shop = try await Shop.open(settings: Self.zone("5.00"))
        let checkout = try await shop.checkout(Self.cart)
        _ = try await checkout.ask("shipping-contact", Self.newYork)
        try await Self.changeElsewhere(shop, Self.zone("7.00"))
        let address = #"""
            {"givenName":"A","familyName":"B","addressLines":["1 Row"],"locality":"New York",
             "administrativeArea":"NY","postalCode":"10001","countryCode":"US"}
            """#
        let refused = try await checkout.pay(contact: address)
        #expect(refused.number("status") == 1)
        #expect(refused.count("errors") == 1)
        #expect(try await TestServer.shared.value.charges(of: shop.merchant) == 0)
        let shown = try await checkout.ask("shipping-contact", Self.newYork)
        #expect(shown.string("newTotal.amount") == "17.00")
        #expect(try await checkout.pay(contact: address).number("status") == 0)
    }

    @Test func `a paid checkout keeps the prices that were paid`() async throws {
        let shop = try await Shop.open(settings: Self.zone("5.00"))
        let checkout = try await shop.checkout(Self.cart)
        _ = try await checkout.ask("shipping-contact", Self.newYork)
        _ = try await checkout.pay(
            contact: #"""
                {"givenName":"A","familyName":"B","addressLines":["1 Row"],"locality":"New York",
                 "administrativeArea":"NY","postalCode":"10001","countryCode":"US"}
                """#)
        try await Self.changeElsewhere(shop, Self.zone("99.00"))
        let state = try await checkout.state()
        #expect(state.string("total") == "15.00")
        #expect(state.string("breakdown.delivery") == "5.00")
        #expect(state.string("paymentRequest.total.amount") == "15.00")
    }

    @Test func `a domain belongs to one merchant`() async throws {
        let domain = "shop\(UInt32.random(in: 0 ... .max)).example"
        let one = try await Shop.open()
        let other = try await Shop.open()
        let body = "{\"domains\":[\"\(domain)\"]}"
        #expect(try await one.ask("PATCH", "/v1/merchant", body).status == 200)
        let refused = try await other.ask("PATCH", "/v1/merchant", body)
        #expect(refused.status == 409)
        #expect(refused.string("code") == "domain_taken")
        #expect(try await one.ask("PATCH", "/v1/merchant", #"{"domains":[]}"#).status == 200)
        #expect(try await other.ask("PATCH", "/v1/merchant", body).status == 200)
    }
}
