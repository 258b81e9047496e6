import Testing

/// Takes checkouts from the cart through the payment sheet to the charge, over HTTP.
@Suite struct PayTests {
    static let ada = """
        {"givenName":"Ada","familyName":"Byron","emailAddress":"ada@example.com",
         "addressLines":["1 Park Way"],"locality":"Cupertino","administrativeArea":"CA",
         "postalCode":"950142083","countryCode":"US"}
        """

    @Test func `a cart becomes a captured payment`() async throws {
        let shop = try await Shop.open(
            settings: #"""
                {"countryCode":"US","shippingZones":[{"name":"US","currencyCode":"USD",
                 "areas":[{"countryCode":"US"}],"methods":[
                  {"identifier":"std","label":"Standard","prices":[{"amount":"5.00"}]},
                  {"identifier":"exp","label":"Express","prices":[{"amount":"15.00"}]}]}],
                 "taxRates":[{"label":"Tax","countryCode":"US","region":"US-CA","percent":"10"}]}
                """#)
        let checkout = try await shop.checkout(
            #"""
            "requiredShippingContactFields":["postalAddress","name","email"],
            "items":[{"name":"Toast","quantity":2,"unitPrice":"10.00"}]
            """#)
        let contact = try await checkout.ask(
            "shipping-contact",
            #"{"shippingContact":{"postalCode":"95014","administrativeArea":"CA","countryCode":"us"}}"#
        )
        #expect(contact.string("newTotal.amount") == "27.00", "20 + 5 + 10 % of 20")
        #expect(contact.count("newLineItems") == 3)
        #expect(contact.string("newShippingMethods.0.identifier") == "std")

        let method = try await checkout.ask(
            "shipping-method", #"{"shippingMethod":{"identifier":"exp"}}"#)
        #expect(method.string("newTotal.amount") == "37.00")
        #expect(method.string("newShippingMethods.0.identifier") == "exp")

        let paid = try await checkout.pay(contact: Self.ada)
        #expect(paid.number("status") == 0)
        #expect(paid.count("errors") == 0)

        let state = try await checkout.state()
        #expect(state.string("status") == "captured")
        #expect(state.string("capturedAmount") == "37.00")
        #expect(state.string("shippingContact.postalCode") == "95014-2083")
        #expect(state.string("shippingContactGiven.postalCode") == "950142083")
        #expect(try await TestServer.shared.value.charges(of: shop.merchant) == 1)
    }

    @Test func `an unavailable shipping method is replaced, and the total follows`()
        async throws
    {
        let shop = try await Shop.open(
            settings: #"""
                {"shippingZones":[
                 {"name":"US","currencyCode":"USD","areas":[{"countryCode":"US"}],"methods":[
                  {"identifier":"std","label":"S","prices":[{"amount":"5.00"}]},
                  {"identifier":"exp","label":"E","prices":[{"amount":"15.00"}]}]},
                 {"name":"GB","currencyCode":"USD","areas":[{"countryCode":"GB"}],"methods":[
                  {"identifier":"post","label":"P","prices":[{"amount":"9.00"}]}]}]}
                """#)
        let checkout = try await shop.checkout(
            #"""
            "requiredShippingContactFields":["postalAddress"],
            "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
            """#)
        _ = try await checkout.ask(
            "shipping-contact", #"{"shippingContact":{"countryCode":"US","postalCode":"10001"}}"#)
        _ = try await checkout.ask(
            "shipping-method", #"{"shippingMethod":{"identifier":"exp"}}"#)
        let back = try await checkout.ask(
            "shipping-contact", #"{"shippingContact":{"countryCode":"US","postalCode":"94103"}}"#)
        #expect(
            back.string("newTotal.amount") == "25.00",
            "a method that serves the address stays selected")
        let moved = try await checkout.ask(
            "shipping-contact", #"{"shippingContact":{"countryCode":"GB","postalCode":"WC2H "}}"#)
        #expect(moved.string("newShippingMethods.0.identifier") == "post")
        #expect(moved.string("newTotal.amount") == "19.00")
        let unserved = try await checkout.ask(
            "shipping-contact", #"{"shippingContact":{"countryCode":"DE","postalCode":"10115"}}"#)
        #expect(unserved.string("errors.0.code") == "addressUnserviceable")
        #expect(
            unserved.string("newTotal.amount") == "19.00",
            "the total of the last valid address stays")
        #expect(unserved.number("checkout.version") == moved.number("checkout.version"))
    }

    /// Shipping costs 4.00 in Britain and `price` for postal codes of N1 9, which a redacted
    /// address does not contain.
    private static func checkout(
        withN19At price: String
    ) async throws -> (shop: Shop, checkout: OpenedCheckout) {
        let shop = try await Shop.open(
            settings: #"""
                {"shippingZones":[
                 {"name":"N1 9","currencyCode":"GBP",
                  "areas":[{"countryCode":"GB","postalCodes":[{"prefix":"N1 9"}]}],
                  "methods":[{"identifier":"van","label":"V","prices":[{"amount":"\#(price)"}]}]},
                 {"name":"GB","currencyCode":"GBP","areas":[{"countryCode":"GB"}],
                  "methods":[{"identifier":"post","label":"P","prices":[{"amount":"4.00"}]}]}]}
                """#)
        let checkout = try await shop.checkout(
            #"""
            "requiredShippingContactFields":["postalAddress","name"],
            "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
            """#, currency: "GBP")
        return (shop, checkout)
    }

    @Test func `a dearer full address is paid after exactly one correction`() async throws {
        let (shop, checkout) = try await Self.checkout(withN19At: "20.00")
        let redacted =
            #"{"shippingContact":{"countryCode":"GB","locality":"London","postalCode":"N1 "}}"#
        let shown = try await checkout.ask("shipping-contact", redacted)
        #expect(shown.string("newTotal.amount") == "14.00")

        let full = #"""
            {"givenName":"A","familyName":"B","addressLines":["1 Row"],"locality":"London",
             "postalCode":"N1 9GU","countryCode":"GB"}
            """#
        let refused = try await checkout.pay(contact: full)
        #expect(refused.number("status") == 1)
        #expect(refused.string("errors.0.contactField") == "postalCode")
        #expect(try await TestServer.shared.value.charges(of: shop.merchant) == 0)

        let corrected = try await checkout.ask("shipping-contact", redacted)
        #expect(corrected.string("newTotal.amount") == "30.00", "the pinned price stays")
        let paid = try await checkout.pay(contact: full)
        #expect(paid.number("status") == 0)
        #expect(try await checkout.state().string("capturedAmount") == "30.00")
    }

    @Test func `a cheaper full address is charged and shown at the lower price`() async throws {
        let (_, checkout) = try await Self.checkout(withN19At: "1.00")
        let shown = try await checkout.ask(
            "shipping-contact", #"{"shippingContact":{"countryCode":"GB","postalCode":"N1 "}}"#)
        #expect(shown.string("newTotal.amount") == "14.00")
        let paid = try await checkout.pay(
            contact: #"""
                {"givenName":"A","familyName":"B","addressLines":["1 Row"],"locality":"London",
                 "postalCode":"N1 9GU","countryCode":"GB"}
                """#)
        #expect(paid.number("status") == 0)
        let state = try await checkout.state()
        #expect(state.string("capturedAmount") == "11.00")
        #expect(state.string("breakdown.delivery") == "1.00")
        #expect(state.string("paymentRequest.total.amount") == "11.00")
    }

    @Test func `a version other than the last shown is refused before the processor is called`()
        async throws
    {
        let checkout = try await Shop.open().checkout()
        let stale = try await checkout.pay(version: 7)
        #expect(stale.status == 409)
        #expect(stale.string("code") == "version_mismatch")
        #expect(try await checkout.pay(version: 1).number("status") == 0)
    }

    @Test
    func `a price change during an open sheet is not charged before the buyer sees it`()
        async throws
    {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout()
        _ = try await checkout.ask("payment-method", #"{"paymentMethod":{"type":"debit"}}"#)
        let dearer = #"{"items":[{"name":"Toast","quantity":1,"unitPrice":"3000.00"}]}"#
        #expect(try await shop.ask("PATCH", "/v1/checkouts/\(checkout.id)", dearer).status == 200)
        let refused = try await checkout.pay()
        #expect(refused.string("code") == "version_mismatch")
        #expect(try await TestServer.shared.value.charges(of: shop.merchant) == 0)
        let shown = try await checkout.ask(
            "payment-method", #"{"paymentMethod":{"type":"debit"}}"#)
        #expect(shown.string("newTotal.amount") == "3000.00")
        #expect(try await checkout.pay().number("status") == 0)
    }

    @Test func `a coupon with a limit per buyer needs the buyer's email address`() async throws {
        let shop = try await Shop.open()
        _ = try await shop.ask(
            "POST", "/v1/coupons",
            #"{"code":"ONCE","percentOff":"50","redemptionsPerBuyerMax":1}"#)
        let cart = #"""
            "supportsCouponCode":true,"items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
            """#
        let blind = try await shop.checkout(cart)
        let refused = try await blind.ask("coupon-code", #"{"couponCode":"once"}"#)
        #expect(refused.string("errors.0.code") == "couponCodeInvalid")
        #expect(refused.string("newTotal.amount") == "10.00")
        for (isFirst, total) in [(true, 0), (false, 1)] {
            let checkout = try await shop.checkout(
                #""requiredShippingContactFields":["email"],\#(cart)"#)
            let applied = try await checkout.ask("coupon-code", #"{"couponCode":"once"}"#)
            #expect(applied.string("newTotal.amount") == "5.00")
            let paid = try await checkout.pay(contact: Self.ada)
            #expect(paid.number("status") == total, "\(isFirst ? "first" : "second") purchase")
        }
    }

    @Test func `a read-only key cannot see the client secret`() async throws {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout()
        let made = try await shop.ask("POST", "/v1/keys", #"{"kind":"secret","scope":"read"}"#)
        let reader = try #require(made.string("secret"))
        let seen = try await shop.ask(as: reader, "GET", "/v1/checkouts/\(checkout.id)")
        #expect(seen.status == 200)
        #expect(!seen.text.contains(checkout.secret))
        #expect(try await checkout.state().string("clientSecret") == checkout.secret)
    }

    @Test func `a pending total authorizes the merchant's estimate`() async throws {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout(
            #"""
            "authorizationAmount":"50.00","lineItems":[
             {"label":"Ride","type":"pending"},{"label":"Booking fee","amount":"2.00"}]
            """#)
        #expect(checkout.reply.string("paymentRequest.total.type") == "pending")
        #expect(try await checkout.pay().number("status") == 0)
        let state = try await checkout.state()
        #expect(state.string("status") == "authorized", "a pending total is not captured yet")
        #expect(state.string("authorizedAmount") == "50.00")
    }

    @Test(arguments: [
        ("decline", "declined"), ("insufficient_funds", "insufficient_funds"),
        ("do_not_honor", "do_not_honor"), ("partial", "insufficient_funds"),
    ])
    func `a plain decline reopens the checkout with its reason`(outcome: String, code: String)
        async throws
    {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout()
        let declined = try await checkout.pay(sandbox: "\"outcome\":\"\(outcome)\"")
        #expect(declined.status == 200)
        #expect(declined.number("status") == 1)
        #expect(declined.count("errors") == 0)
        #expect(declined.string("checkout.decline.code") == code)
        #expect(declined.string("checkout.status") == "open")
        #expect(try await TestServer.shared.value.charges(of: shop.merchant) == 0)
        #expect(try await checkout.pay().number("status") == 0, "another card pays")
    }

    @Test func `a billing address that the bank rejects is an error on its field`()
        async throws
    {
        let checkout = try await Shop.open().checkout(
            #"""
            "requiredBillingContactFields":["postalAddress"],
            "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
            """#)
        let declined = try await checkout.pay(
            sandbox: #""outcome":"billing_postal_code_mismatch""#, contact: Self.ada)
        #expect(declined.number("status") == 1)
        #expect(declined.string("errors.0.code") == "billingContactInvalid")
        #expect(declined.string("errors.0.contactField") == "postalCode")
    }

    @Test func `a card from an unsupported country is refused and its charge voided`() async throws
    {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout(
            #"""
            "supportedCountries":["US"],
            "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
            """#)
        let refused = try await checkout.pay(sandbox: #""issuingCountry":"FR""#)
        #expect(refused.number("status") == 1)
        #expect(refused.string("checkout.decline.code") == "issuing_country")
        #expect(try await TestServer.shared.value.charges(of: shop.merchant) == 0)
    }

    @Test func `a checkout fails after ten failed attempts`() async throws {
        let checkout = try await Shop.open().checkout()
        for attempt in 1...10 {
            let declined = try await checkout.pay(
                sandbox: "\"outcome\":\"decline\",\"delayMilliseconds\":\(attempt)")
            #expect(declined.string("checkout.status") == (attempt < 10 ? "open" : "failed"))
        }
        #expect(try await checkout.pay().string("code") == "checkout_not_open")
    }

    @Test func `an old client gets the old completion status`() async throws {
        let checkout = try await Shop.open().checkout(
            #"""
            "clientVersion":2,"requiredShippingContactFields":["postalAddress"],
            "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
            """#)
        #expect(checkout.reply["paymentRequest.supportedCountries"] == nil)
        let bad = try await checkout.ask(
            "shipping-contact", #"{"shippingContact":{"countryCode":"US","postalCode":"9"}}"#)
        #expect(bad.number("status") == 3)
        #expect(bad["errors"] == nil)
    }

    @Test func `an account after the payment needs consent and is created once`() async throws {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout(
            #"""
            "requiredShippingContactFields":["email","name"],
            "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
            """#)
        let early = try await checkout.ask("customer", #"{"consent":true}"#)
        #expect(early.string("code") == "checkout_not_authorized")
        _ = try await checkout.pay(contact: Self.ada)
        #expect(try await checkout.ask("customer", #"{"consent":false}"#).status == 400)
        let first = try await checkout.ask("customer", #"{"consent":true}"#)
        let second = try await checkout.ask("customer", #"{"consent":true}"#)
        #expect(first.status == 201)
        #expect(second.status == 200)
        #expect(first.string("id") == second.string("id"))
        let listed = try await shop.ask("GET", "/v1/customers")
        #expect(listed.count("data") == 1)
        #expect(listed.string("data.0.contact.emailAddress") == "ada@example.com")
    }
}
